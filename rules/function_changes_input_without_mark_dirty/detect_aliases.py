"""Which input a name has the memory of: by another name, as a view, or unpacked from `*args`."""

from __future__ import annotations

from dataclasses import dataclass

from torchlint.binding.use_def import reaching_definition
from torchlint.knowledge.operations import VIEWS, has_column
from torchlint.syntax import tree

_DEEPEST = 6  # views of views


@dataclass(frozen=True, slots=True)
class Given:
    """What a function is given, and a name has the memory of."""

    parameter: tree.Parameter
    name: str  # the parameter's, or that of what is unpacked from it
    place: int = 0  # of what is unpacked, among the rest of the arguments


def given(syntax: tree.Tree, name: tree.Name) -> Given | None:
    """The parameter whose memory a name surely has; None if it has its own, or stands for several things."""
    for _ in range(_DEEPEST):
        definition = reaching_definition(syntax, name)
        if definition is None:
            return None
        if isinstance(definition.node, tree.Parameter):
            return Given(definition.node, name.id) if definition.node.kind == "positional" else None
        if definition.kind != "assignment":
            return None
        whole = _viewed(definition.value) if definition.value is not None else None
        if isinstance(whole, tree.Name):
            name = whole
            continue
        return _unpacked(syntax, name, definition.node)
    return None


def _viewed(node: tree.Expression) -> tree.Expression:
    """What an expression is a view of: `x` of `x.view(-1)[:8]`."""
    while True:
        if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
            name = node.func.attr
            if not has_column(name, *VIEWS) or has_column(name, "view-if-possible"):
                return node
            node = node.func.value
        elif _is_part(node) and isinstance(node, (tree.Subscript, tree.Attribute)):
            node = node.value
        else:
            return node


def _is_part(node: tree.Expression) -> bool:
    """Whether an index of slices, or an attribute, gives a view."""
    if isinstance(node, tree.Subscript):
        return _is_basic(node.index)
    return isinstance(node, tree.Attribute) and (node.attr == "data" or has_column(node.attr, "transpose"))


def _is_basic(index: tree.Expression) -> bool:
    """Whether an index gives a view: of slices and numbers only."""
    parts = index.elements if isinstance(index, tree.Tuple) else [index]
    return all(isinstance(part, (tree.Slice, tree.Constant, tree.UnaryOp)) for part in parts)


def _unpacked(syntax: tree.Tree, name: tree.Name, statement: tree.Node) -> Given | None:
    """The place of a name in `a, b = args`, and of `args[1]`, where `args` is the rest of the arguments."""
    targets = tree.targets(statement)
    value = statement.value if isinstance(statement, tree.Assign) else None
    rest, place = value, -1
    if len(targets) == 1 and isinstance(targets[0], (tree.Tuple, tree.List)):
        names = [tree.dotted(one) for one in targets[0].elements]
        place = names.index(name.id) if name.id in names else -1
    one = reaching_definition(syntax, rest) if isinstance(rest, tree.Name) else None
    if one is None or not isinstance(one.node, tree.Parameter) or one.node.kind != "star" or place < 0:
        return None
    return Given(one.node, name.id, place)
