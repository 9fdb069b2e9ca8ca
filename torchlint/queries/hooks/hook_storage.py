"""The containers that hooks add to: where they are created, and where else the file uses them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.queries.file import ExpressionView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_SHRINKS = ("clear", "pop", "popleft", "remove", "popitem")


def whole(node: tree.Node) -> tree.Node:
    """The outermost container: `seen` of `seen[name]`."""
    while isinstance(node, tree.Subscript):
        node = node.value
    return node


def made(file: File, target: ExpressionView) -> tree.Node | None:
    """The only place that assigns the container; None if there are several, or it may be assigned again any time."""
    container = whole(target.node)
    if isinstance(container, tree.Name):
        return _made_around(file, target.node, container.id)
    bound = {node for node in _targets(file, file.tree.root) if isinstance(node, tree.Attribute)}
    ours = [node for node in mentions(file, target) if node in bound]
    function = file.tree.above(ours[0], tree.FunctionDef) if len(ours) == 1 else None
    return ours[0] if isinstance(function, tree.FunctionDef) and function.name == "__init__" else None


def _made_around(file: File, node: tree.Node, name: str) -> tree.Node | None:
    """Where a name is assigned, in the innermost enclosing scope that binds it."""
    scope = file.tree.above(node, tree.FunctionDef, tree.Module)
    while scope is not None:
        bound = [one for one in _targets(file, scope) if isinstance(one, tree.Name) and one.id == name]
        if bound:
            return bound[0] if len(bound) == 1 and not _is_bound_inside(file, scope, name) else None
        scope = file.tree.above(scope, tree.FunctionDef, tree.Module)
    return None


def _is_bound_inside(file: File, scope: tree.Node, name: str) -> bool:
    """Whether a function declares a scope's name `global` or `nonlocal`, and assigns it."""
    scoped = file.tree.all(tree.Scoped) if scope is file.tree.root else file.tree.inside(scope, tree.Scoped)
    said = (one for one in scoped if name in one.names)
    functions = (file.tree.above(one, tree.FunctionDef) for one in said)
    return any(
        isinstance(t, tree.Name) and t.id == name for f in functions if f is not scope and f for t in _targets(file, f)
    )


def _targets(file: File, scope: tree.Node) -> Iterator[tree.Node]:
    """The targets of assignments in a scope; at the top level, those of all functions, too."""
    syntax = file.tree
    if scope is syntax.root:
        statements = (*syntax.all(tree.Assign), *syntax.all(tree.AnnotatedAssign))
    else:
        statements = (*syntax.own(scope, tree.Assign), *syntax.own(scope, tree.AnnotatedAssign))
    return (node for statement in statements for t in tree.targets(statement) for node in tree.walk(t))


def mentions(file: File, target: ExpressionView) -> Iterator[tree.Node]:
    """Uses that may be of this container: its name, or an attribute of an object that may own it."""
    container = whole(target.node)
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
