"""Calls of torch.load that may load more than weights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.finding import Edit
from torchlint.knowledge.call_names import UNPICKLERS
from torchlint.project.requirements import NEWEST
from torchlint.queries.api.uncalled_functions import uncalled_function
from torchlint.queries.checkpoints.own_files import is_written_by_project, may_be_written_by_project
from torchlint.queries.checkpoints.read_entries import entries_read
from torchlint.queries.checkpoints.saved_settings import refused_entry
from torchlint.queries.checkpoints.whole_models import is_own_object, is_whole_model
from torchlint.queries.file import CallView
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# Since when torch.load loads weights only, unless `weights_only=False` says otherwise.
LOADS_WEIGHTS_ONLY = (2, 6)
# Entries that are often objects of classes: of argparse, OmegaConf or the project's own.
_SETTINGS = re.compile(
    r"(model_|train_)?(args|cfg|conf|config|configs|opts?|options|hparams|settings|hyper_parameters)"
)


class LoadFailure(NamedTuple):
    """Why torch.load refuses a file, now that it loads weights only.

    Example:
        for load in checkpoints.torch_loads(file):
            if load.failure is not None:
                yield finding(load, f"`{load}` fails {load.failure.happens}", sure=load.failure.is_sure)
    """

    happens: str  # what a message says after "fails"
    instead: str  # what to save in its place; empty if there is no short answer
    is_sure: bool = True  # whether it certainly fails


# Options of torch.load that say what it may load.
_DECIDE = ("weights_only", "pickle_module")
_PYG = "torch_geometric.data"
_PROCESSED = "self.processed_paths"
_RUNS_CODE = "so the file can run any code"
_OWN_OBJECT = LoadFailure("since PyTorch 2.6, because the file holds an object of a class of the project", "")
_GRAPHS = LoadFailure("since PyTorch 2.6 with older PyG, as the file holds graphs of its classes", "", False)
_PICKLED_OBJECT = LoadFailure("since PyTorch 2.6, because the file holds a pickled object", "a `state_dict()`")


@dataclass(frozen=True, slots=True, eq=False)
class FileLoad(CallView):
    """A call of torch.load without `weights_only`, or with `weights_only=False`."""

    is_asked_for: bool  # whether it says `weights_only=False`
    fix: tuple[Edit, ...]  # the edits that make it load weights only

    @property
    def is_safe_by_requirement(self) -> bool:
        """Whether the project requires PyTorch 2.6 or newer, so that the call loads weights only."""
        oldest = self.file.torch.oldest
        return not self.is_asked_for and oldest >= LOADS_WEIGHTS_ONLY and oldest != NEWEST  # NEWEST: no requirement

    @property
    def loads_pickles(self) -> bool:
        """Whether it loads arbitrary pickles with some PyTorch version that the project supports."""
        return self.is_asked_for or self.file.torch.begins_before(LOADS_WEIGHTS_ONLY)

    @property
    def refuses_pickles(self) -> bool:
        """Whether it loads weights only with some PyTorch version that the project supports."""
        return not self.is_asked_for and self.file.torch.reaches(LOADS_WEIGHTS_ONLY)

    @property
    def is_written_by_project(self) -> bool:
        """Whether the project saves to this very path."""
        return is_written_by_project(self.file, self)

    @property
    def settings_read(self) -> str:
        """An entry of the loaded dict that is named like settings: `cfg` in `torch.load(path)["cfg"]`."""
        read = (key for its in entries_read(self.file, self.node) for key in its.required | its.optional)
        return min((key for key in read if _SETTINGS.fullmatch(key)), default="")

    @property
    def danger(self) -> str:
        """What can happen, for a message, and under which condition if the load is not certainly unsafe."""
        if self.is_written_by_project:
            return "so a file put in its place can run any code"
        if may_be_written_by_project(self.file, self):
            return "so a file from elsewhere can run any code"
        if not self.loads_pickles:
            return f"if used, {_RUNS_CODE}"
        unused = uncalled_function(self)
        return f"{_RUNS_CODE} if anything calls `{unused}`" if unused else _RUNS_CODE

    @property
    def is_doubted(self) -> bool:
        """Whether something about the file or PyTorch is not known, so that the load may be safe."""
        return self.has_stars or self.danger != _RUNS_CODE

    @property
    def failure(self) -> LoadFailure | None:
        """Why PyTorch 2.6 or newer refuses to load it, whoever wrote the file; None if nothing shows that it does."""
        if not self.refuses_pickles or self.file.analysis.mentions("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"):
            return None
        if self.is_whole_model:
            return None if self.loads_pickles else _PICKLED_OBJECT
        if isinstance(self.node, tree.Call) and is_own_object(self.file, self.node):
            return _OWN_OBJECT
        refused, is_sure = refused_entry(self.file, self)
        if refused is None:
            return _GRAPHS if _is_of_graphs(self) else None
        happens = f"since PyTorch 2.6, because the checkpoint holds {refused.what}"
        return LoadFailure(happens, refused.instead, is_sure)

    @property
    def is_whole_model(self) -> bool:
        """Whether the file holds a pickled object: the result is called, or a module's methods are."""
        return isinstance(self.node, tree.Call) and is_whole_model(self.file, self.node)


@query
def torch_loads(file: File) -> Iterator[FileLoad]:
    """Calls of torch.load that load arbitrary pickles, at least before PyTorch 2.6, in source order.

    Calls that leave open what may be loaded are left out: `**options` in a project that mentions `weights_only`,
    `weights_only=flag`, a `pickle_module` that is none of those that run whatever a file says.
    """
    named = {call.node: call for call in file.named_calls("torch.load")}
    by_values = {call.node: call for call in file.calls("torch.load")}  # `torch` may come with another file's `*`
    for call in sorted((named | by_values).values(), key=lambda call: call.node.start):
        asked, module = call.argument(-1, "weights_only"), call.argument(2, "pickle_module")
        unpickles = module is not None and file.names.spelled_out(module.node) in UNPICKLERS
        if (call.has_stars and not _hands_on_other_options(file, call)) or (module is not None and not unpickles):
            continue  # the arguments are not known, or a module of the project decides what may be loaded
        if asked is not None and asked.is_literally is not False:
            continue  # loads weights only, or a flag decides
        if asked is None and _says_what_may_be_loaded(file):
            continue  # safe_globals: only weights and the named classes are loaded
        if unpickles:
            yield FileLoad(file, call.node, True, ())  # PyTorch loads no weights alone with a module that it is given
            continue
        fix = call.put_last("weights_only=True") if asked is None else asked.put("True")
        yield FileLoad(file, call.node, asked is not None, fix)


def _hands_on_other_options(file: File, call: CallView) -> bool:
    """Whether a function hands its `**options` on, and nothing in the project names those that decide what is loaded.

    So it is in `def load(path, **options): return torch.load(open_file(path), **options)`.
    """
    stars = [one.value for one in call.node.args if one.star]
    function = file.tree.above(call.node, tree.FunctionDef, tree.Lambda)
    if len(stars) != 1 or not isinstance(function, tree.FunctionDef):
        return False
    options = [one.name for one in function.parameters if one.kind == "double-star"]
    files = file.project_files
    named = any(files.mentions(word) for word in _DECIDE) if files is not None else False
    return tree.dotted(stars[0]) in options and not named and not any(word in file.text for word in _DECIDE)


def _is_of_graphs(load: FileLoad) -> bool:
    """Whether a dataset of PyG loads the graphs that it has processed: `torch.load(self.processed_paths[0])`."""
    path = load.argument(0, "f")
    cls = load.file.analysis.class_at.get(load.file.tree.above(load.node, tree.ClassDef))
    if path is None or cls is None or not any(base.startswith(_PYG) for base in cls.external_bases):
        return False
    held = path.node.value if isinstance(path.node, tree.Subscript) else path.node
    return tree.dotted(held) == _PROCESSED


def _says_what_may_be_loaded(file: File) -> bool:
    """Whether it names the classes that may be loaded besides weights, and so relies on loading no others."""
    return file.analysis.mentions("add_safe_globals") or file.analysis.mentions("safe_globals")
