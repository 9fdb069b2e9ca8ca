"""Whether a project writes the very file that it loads: what it gives to torch.save has the same name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.queries.checkpoints.file_names import fit, templates_of, word_of
from torchlint.queries.file import CallView
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What gives a file that is written already another name.
_COPIES = frozenset("copy copy2 copyfile move rename replace".split())
_MODULES = ("shutil", "os")
# What is in the names of settings for files that the program itself has written.
_OF_THE_PROGRAM = "resume restart continue last latest save out best recover snapshot log work_dir".split()
# What functions that save a model have in their names, besides `save`.
_MODELS = ("checkpoint", "ckpt", "model", "state", "master", "torch", "weight")


@query
def saves_models(file: File) -> bool:
    """Whether a file writes models or tensors: by torch.save, or by a function that is called after it."""
    names = {tree.last_name(call.func).lower() for call in file.tree.all(tree.Call)}
    wrapped = any("save" in name and any(what in name for what in _MODELS) for name in names)
    return wrapped or any(file.named_calls("torch.save"))


def is_written_by_project(file: File, load: CallView) -> bool:
    """Whether a file of the project saves to what a call of torch.load is given."""
    given = load.argument(0, "f")
    if given is None or file.project_files is None:
        return False
    paths = _from_callers(file.tree, given.node) or [given.node]
    return all(any(_is_saved(file, name) for name in templates_of(file.tree, path)) for path in paths)


def is_given_by_setting(file: File, load: CallView) -> bool:
    """Whether a path is a setting by itself, `args.pretrained`, and not one for what the program has left off with.

    Such a file may come from anywhere, also where the program writes files of its own.
    """
    given = load.argument(0, "f")
    path = resolved_expression(file.tree, given.node) if given is not None else None
    if not isinstance(path, tree.Attribute) or tree.dotted(path) is None:
        return False
    root, name = tree.root_name(path), path.attr.lower()
    is_own = root is None or root.id in ("self", "cls")
    return not is_own and not any(word in name for word in _OF_THE_PROGRAM)


def _is_saved(file: File, name: str) -> bool:
    project_files = file.project_files
    if project_files is None:
        return False
    trees = project_files.trees(project_files.files_mentioning("save", word_of(name)))
    return any(fit(name, other) for syntax in trees for other in syntax.once_of_all(_saved))


def _from_callers(syntax: tree.Tree, path: tree.Node) -> list[tree.Node]:
    """What the file's own calls of the function around give for a path that is its parameter, without a default."""
    function = syntax.above(path, tree.FunctionDef)
    if not isinstance(path, tree.Name) or not isinstance(function, tree.FunctionDef):
        return []
    names = [parameter.name for parameter in function.parameters if parameter.name not in ("self", "cls")]
    if path.id not in names or any(p.default is not None for p in function.parameters if p.name == path.id):
        return []
    calls = [call for call in syntax.all(tree.Call) if tree.last_part(call.func) == function.name]
    return [given for call in calls if (given := _given(call, names.index(path.id), path.id)) is not None]


def _given(call: tree.Call, position: int, keyword: str) -> tree.Node | None:
    for at, argument in enumerate(call.args):
        if argument.keyword == keyword if argument.keyword else at == position and not argument.star:
            return argument.value
    return None


def _saved(syntax: tree.Tree) -> frozenset[str]:
    """The names under which a file saves: by torch.save, or by a function that is called after it."""
    found = {name for path in _paths(syntax) for name in templates_of(syntax, path)}
    for call in syntax.all(tree.Call):
        if tree.last_part(call.func) in _COPIES and (tree.dotted(call.func) or "").partition(".")[0] in _MODULES:
            places = [argument.value for argument in call.args[:2]]
            if len(places) == 2 and templates_of(syntax, places[0]) & found:
                found |= templates_of(syntax, places[1])
    return frozenset(found)


def _paths(syntax: tree.Tree) -> Iterator[tree.Node]:
    """What may be a path among the arguments of a file's calls that save."""
    for call in syntax.all(tree.Call):
        name = tree.last_name(call.func)
        if tree.dotted(call.func) == "torch.save":
            path = _given(call, 1, "f")
            yield from [path] if path is not None else []
        elif "save" in name.lower():
            yield from (argument.value for argument in call.args if not argument.star)
