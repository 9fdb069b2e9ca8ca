"""Whether a project writes the very file that it loads: what it gives to torch.save has the same name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.knowledge.call_names import FETCHES, SAVING_CALLBACK
from torchlint.queries.checkpoints.file_names import fit, is_name_known, templates_of, word_of
from torchlint.queries.checkpoints.given_arguments import calls_of
from torchlint.queries.file import CallView
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What gives a file that is written already another name.
_COPIES = frozenset("copy copy2 copyfile move rename replace".split())
_MODULES = ("shutil", "os")
# What functions that save a model have in their names, besides `save`.
_MODELS = ("checkpoint", "ckpt", "model", "state", "master", "torch", "weight")
# The same in the text of other files; and Lightning's callback that saves.
_SAVES = re.compile(
    rf"^[^#\n]*(?:\btorch\.save\(|(?<!def )\b\w*save_\w*(?:{'|'.join(_MODELS)})\w*\(|\b{SAVING_CALLBACK}\()",
    re.MULTILINE,
)


@query
def saves_models(file: File) -> bool:
    """Whether a file writes models or tensors: by torch.save, or by a function that is called after it."""
    names = {tree.last_name(call.func).lower() for call in file.tree.all(tree.Call)}
    wrapped = any("save" in name and any(what in name for what in _MODELS) for name in names)
    return wrapped or any(file.named_calls("torch.save"))


@query
def project_saves_models(file: File) -> bool:
    """Whether a file of the project writes models or tensors, so that a file of any name may be its own."""
    around = file.project_files
    if saves_models(file) or around is None:
        return saves_models(file)
    places = (place for word in ("save", SAVING_CALLBACK) for place in around.files_mentioning(word))
    return any(_SAVES.search(around.text(place)) for place in dict.fromkeys(places))


def may_be_written_by_project(file: File, load: CallView) -> bool:
    """Whether what a call of torch.load is given may be what the project saves, for all that is known of its name.

    A name that the code says, and that nothing is saved under in any folder, is another file's; but the file that loads
    may save under it in a way that is not seen.
    """
    if is_fetched(file, load):
        return False
    says = [name for path in paths_given(file, load) for name in templates_of(*path) if is_name_known(name)]
    if not says:
        return project_saves_models(file)
    return saves_models(file) or all(_is_saved(file, name.rpartition("/")[2]) for name in says)


def is_fetched(file: File, load: CallView) -> bool:
    """Whether the code before a call of torch.load downloads, or otherwise fetches, the file that it loads."""
    path = load.argument(0, "f")
    origin = resolved_expression(file.tree, path.node) if path is not None else None
    if not isinstance(origin, tree.Call):
        return False
    name = tree.last_name(origin.func).lower()
    return "download" in name or name in FETCHES


def is_written_by_project(file: File, load: CallView) -> bool:
    """Whether a file of the project saves to what a call of torch.load is given."""
    paths = paths_given(file, load)
    return bool(paths) and all(any(_is_saved(file, name) for name in templates_of(*path)) for path in paths)


def paths_given(file: File, load: CallView) -> list[tuple[tree.Tree, tree.Node]]:
    """The expressions for the path that is loaded, each with its file; for a parameter, what its calls give."""
    path = load.argument(0, "f")
    if path is None:
        return []
    definition = reaching_definition(file.tree, path.node) if isinstance(path.node, tree.Name) else None
    parameter = definition.node if definition is not None else None
    function = file.tree.parents.get(parameter) if parameter is not None else None
    found: list[tuple[tree.Tree, tree.Node]] = []
    if isinstance(parameter, tree.Parameter) and isinstance(function, tree.FunctionDef) and parameter.default is None:
        for call in calls_of(file, function):
            given = call.given(parameter)
            found += [(call.syntax, given)] if given is not None else []
    return found or [(file.tree, path.node)]


def _is_saved(file: File, name: str) -> bool:
    around = file.project_files
    places = around.files_mentioning("save", word_of(name)) if around is not None else []
    trees = around.trees_near(file.place, places) if around is not None else [file.tree]
    return any(fit(name, other) for syntax in trees for other in syntax.once_of_all(_saved))


def _saved(syntax: tree.Tree) -> frozenset[str]:
    """The names under which a file saves: by torch.save, or by a function that is called after it."""
    found = {name for path in _paths(syntax) for name in templates_of(syntax, path)}
    for call in syntax.all(tree.Call):
        if tree.last_part(call.func) in _COPIES and (tree.dotted(call.func) or "").partition(".")[0] in _MODULES:
            places = [one.value for one in call.args[:2]]
            if len(places) == 2 and templates_of(syntax, places[0]) & found:
                found |= templates_of(syntax, places[1])
    return frozenset(found)


def _paths(syntax: tree.Tree) -> Iterator[tree.Node]:
    """What may be a path among the arguments of a file's calls that save."""
    for call in syntax.all(tree.Call):
        name = tree.last_name(call.func)
        if tree.dotted(call.func) == "torch.save":
            path = tree.argument(call, 1, "f")
            yield from [path] if path is not None else []
        elif "save" in name.lower():
            yield from (one.value for one in call.args if not one.star)
