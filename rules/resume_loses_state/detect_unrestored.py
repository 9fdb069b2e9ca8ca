"""Trainings that go on from a checkpoint's weights and epoch, and leave the optimizer's state in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.binding.use_def import reaching_definitions, uses
from torchlint.queries import CallView
from torchlint.queries.checkpoints.read_entries import text_of
from torchlint.queries.data import texts_of_program
from torchlint.syntax import tree

from .detect import OPTIMIZER, optimizer_calls

if TYPE_CHECKING:
    from torchlint.queries import File

# Where a training goes on: `start_epoch = checkpoint["epoch"] + 1`.
_PROGRESS = re.compile(r"epoch|step|iter|^it$", re.IGNORECASE)
# What gives an optimizer its state back, or may: the method, a helper for it, a key of a checkpoint that is read.
_RESTORES = re.compile(
    r"""opt\w*(?:\[[^\]]*\])?(?:\.\w+)*\.load_state_dict|load\w*optim|load_state_dict\([^)]*optim"""
    r"""|\[\s*f?["'][^"']*optim[^"']*["']\s*\](?!\s*=[^=])|get\(\s*["'][^"']*optim|getattr\([^)]*load_state_dict""",
    re.IGNORECASE,
)
# What a state's name has besides the optimizer's: `optim_state_dict`.
_STATE = re.compile(r"_?(?:state_?dict|state|checkpoint|ckpt|weights)s?_?", re.IGNORECASE)
_LOOKING = frozenset(("print", "len", "isinstance", "list", "sorted", "str", "type"))


@dataclass(frozen=True, slots=True, eq=False)
class UnrestoredState(CallView):
    """A call of torch.load whose checkpoint restores everything but the optimizer."""

    optimizer: str
    unused: str  # the name that the optimizer's state has, and that nothing reads; empty if it is not even taken


def unrestored_states(file: File) -> Iterator[UnrestoredState]:
    """Each of them, in source order, in programs that never call `load_state_dict` of an optimizer."""
    loads = list(file.named_calls("torch.load"))
    if not loads or any(_RESTORES.search(text) for text in _texts(file)):
        return
    saved = next((call for call in optimizer_calls(file, "state_dict") if not call.args), None)
    for load in loads:
        names = [one.target for one in definitions_from(file.tree, load.node) if isinstance(one.target, tree.Name)]
        name = names[0] if len(names) == 1 else None
        if name is None:
            continue
        reads = [use for use in uses(file.tree, name) if load.node in _values(file, use)]
        if OPTIMIZER.search(name.id) and not reads:
            yield UnrestoredState(file, load.node, _STATE.sub("", name.id) or "optimizer", name.id)
        elif saved is not None and _goes_on(file, reads) and not _is_handed_on(file, reads):
            func = saved.func
            optimizer = tree.dotted(func.value) if isinstance(func, tree.Attribute) else None
            yield UnrestoredState(file, load.node, optimizer or "optimizer", "")


def _texts(file: File) -> Iterator[str]:
    """The texts of the program, and of the files that this one imports."""
    yield from texts_of_program(file)
    if file.project_files is not None:
        yield from map(file.project_files.text, file.project_files.imports(file.place))


def _values(file: File, use: tree.Name) -> list[tree.Node]:
    return [one.value for one in reaching_definitions(file.tree, use) if one is not None and one.value is not None]


def _goes_on(file: File, reads: list[tree.Name]) -> bool:
    """Whether the weights and the progress of a training are taken from a checkpoint."""
    entries = [(entry, key) for read in reads for entry, key in _entry(file, read)]
    statements = [file.tree.statement(entry) for entry, key in entries if _PROGRESS.search(text_of(key) or "")]
    goes_on = any(isinstance(one, tree.Assign) and _names_progress(one.targets[0]) for one in statements)
    return goes_on and any(_is_restored(file, entry) for entry, _ in entries)


def _entry(file: File, read: tree.Name) -> Iterator[tuple[tree.Node, tree.Expression]]:
    """The entry of a checkpoint that is read here, and its key: `checkpoint["step"]`, `checkpoint.get("step", 0)`."""
    above = file.tree.parents.get(read)
    call = file.tree.parents.get(above) if isinstance(above, tree.Attribute) and above.attr == "get" else None
    if isinstance(above, tree.Subscript) and above.value is read:
        yield above, above.index
    elif isinstance(call, tree.Call) and call.args:
        yield call, call.args[0].value


def _names_progress(target: tree.Expression) -> bool:
    return bool(re.search(r"epoch|start|begin|first|step|iter", tree.last_name(target), re.IGNORECASE))


def _is_restored(file: File, entry: tree.Node) -> bool:
    """Whether an entry is what a `load_state_dict` is given."""
    call = file.tree.above(entry, tree.Call)
    return isinstance(call, tree.Call) and tree.last_part(call.func) == "load_state_dict"


def _is_handed_on(file: File, reads: list[tree.Name]) -> bool:
    """Whether other code may take the optimizer's state: it gets the whole checkpoint, or asks for any key."""
    parents = file.tree.parents
    for read in reads:
        above = parents.get(read)
        if any(text_of(key) is None for _, key in _entry(file, read)):
            return True
        call = parents.get(above) if isinstance(above, tree.Argument) else None
        if isinstance(call, tree.Call) and tree.last_part(call.func) not in (*_LOOKING, "load_state_dict"):
            return True
        if isinstance(above, (tree.Return, tree.Assign, tree.For, tree.Tuple, tree.List, tree.Dict)):
            return True
    return False
