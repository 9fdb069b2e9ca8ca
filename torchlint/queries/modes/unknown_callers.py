"""Methods that another file calls under no_grad, on an object of unknown type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.domain.values import YES
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.flow.facts import ForwardFact
    from torchlint.queries.file import File

_OFF = ("no_grad", "inference_mode")
# How many files are searched that mention both the method and no_grad.
_MOST_FILES = 20


def is_called_without_gradients(file: File, events: tuple[ForwardFact, ...]) -> bool:
    """Whether each path with gradients to a model's call starts in a method that some file calls under `no_grad`."""
    ways = {None if e.where.is_seen_whole else e.where.caller(0) for e in events if e.where.grad == YES}
    return bool(ways) and all(way is not None and _is_called_gradless(file, way) for way in ways)


def _is_called_gradless(file: File, function: Function) -> bool:
    """Whether another file of the project calls a method of this name under `no_grad`."""
    project_files, owner = file.project_files, function.owner
    if project_files is None or owner is None or not owner.is_module or function.name.startswith("__"):
        return False
    for off in _OFF:
        for place in project_files.files_mentioning(f".{function.name}(", off)[:_MOST_FILES]:
            syntax = project_files.tree(place) if place != file.place else None
            if syntax is not None and any(_is_under(syntax, call, off) for call in _calls(syntax, function.name)):
                return True
    return False


def _calls(syntax: tree.Tree, name: str) -> list[tree.Call]:
    """The calls of a method with this name on anything but `self`."""
    found = [call for call in syntax.all(tree.Call) if isinstance(call.func, tree.Attribute) and call.func.attr == name]
    return [call for call in found if isinstance(call.func, tree.Attribute) and tree.dotted(call.func.value) != "self"]


def _is_under(syntax: tree.Tree, node: tree.Node, off: str) -> bool:
    """Whether code is in a `with` that disables gradients, or in a function whose decorator does."""
    around = syntax.above(node, tree.With, tree.FunctionDef)
    while around is not None:
        if isinstance(around, tree.FunctionDef):
            return tree.is_decorated(around, (off,))
        if isinstance(around, tree.With):
            if any(tree.last_part(_called(item.context)) == off for item in around.items):
                return True
        around = syntax.above(around, tree.With, tree.FunctionDef)
    return False


def _called(node: tree.Expression) -> tree.Expression:
    return node.func if isinstance(node, tree.Call) else node
