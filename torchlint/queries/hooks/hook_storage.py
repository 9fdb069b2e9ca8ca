"""The containers that hooks add to: where they are created, and where else the file uses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import only_definition
from torchlint.queries.file import ExpressionView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_SHRINKS = ("clear", "pop", "popleft", "remove", "popitem")


def made(file: File, target: ExpressionView) -> tree.Node | None:
    """The only place that assigns the container; None if there are several, or it may be assigned again any time."""
    container = tree.container(target.node)
    if isinstance(container, tree.Name):
        only = only_definition(file.tree, container)
        return only.target if only is not None and only.kind == "assignment" else None
    bound = {one.target for one in assignments_in(file.tree.root) if one.kind == "assignment"}
    ours = [node for node in mentions(file, target) if node in bound]
    function = file.tree.above(ours[0], tree.FunctionDef) if len(ours) == 1 else None
    return ours[0] if isinstance(function, tree.FunctionDef) and function.name == "__init__" else None


def mentions(file: File, target: ExpressionView) -> Iterator[tree.Node]:
    """Uses that may be of this container: its name, or an attribute of an object that may own it."""
    container = tree.container(target.node)
    if isinstance(container, tree.Name):
        yield from (node for node in file.tree.all(tree.Name) if node.id == container.id)
    elif isinstance(container, tree.Attribute):
        owner, name = owner_of(file, container), tree.dotted(container)
        for node in file.tree.all(tree.Attribute):
            if node.attr == container.attr and (
                _may_be_same(owner, owner_of(file, node)) if owner else tree.dotted(node) == name
            ):
                yield node


def _may_be_same(owner: Class, other: Class | None) -> bool:
    """Whether an object of one class may be an instance of the other; if a class is unknown, it may."""
    return other is None or owner in other.lineage or other in owner.lineage


def owner_of(file: File, node: tree.Attribute) -> Class | None:
    """The class of the object whose attribute this is, if known; for `self`, the class around."""
    if isinstance(node.value, tree.Name):
        around = file.tree.above(node, tree.FunctionDef)
        while isinstance(around, tree.FunctionDef):
            owner = file.analysis.class_at.get(file.tree.parents.get(around))
            if owner is not None:
                first = around.parameters[0].name if around.parameters else ""
                if first == node.value.id:
                    return owner
                break
            around = file.tree.above(around, tree.FunctionDef)
    ref = ExpressionView(file, node.value).value.ref
    return ref if isinstance(ref, Class) else None


def starts_over(file: File, target: ExpressionView) -> bool:
    """Whether anything removes or replaces elements of the container."""
    return any(_is_emptied(file, node) for node in mentions(file, target))


def _is_emptied(file: File, container: tree.Node) -> bool:
    """Whether a container, or one nested in it, loses elements here."""
    parents, part = file.tree.parents, container
    above = parents.get(part)
    while isinstance(above, tree.Subscript) and above.value is part:
        part, above = above, parents.get(above)
    if isinstance(above, tree.Attribute) and above.attr in _SHRINKS:
        called = parents.get(above)
        return isinstance(called, tree.Call) and called.func is above
    if isinstance(above, tree.Delete):
        return True
    return isinstance(part, tree.Subscript) and part in tree.targets(View(file, part).statement.node)
