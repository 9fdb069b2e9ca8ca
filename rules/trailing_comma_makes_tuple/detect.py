"""Settings that a comma at the end of their line makes a tuple."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.queries import ExpressionView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class SettingInTuple(View):
    """The statement `drop_last = False,`."""

    target: ExpressionView
    setting: ExpressionView
    comma: Span

    @property
    def is_taken_out(self) -> bool:
        """Whether the file takes elements out of what has this name, goes through it, or asks for its length."""
        name, syntax = tree.last_name(self.target.node), self.file.tree
        uses = (node for node in (*syntax.all(tree.Name), *syntax.all(tree.Attribute)) if tree.last_name(node) == name)
        return any(_takes_apart(syntax, node) for node in uses)

    @property
    def without_comma(self) -> tuple[Edit, ...]:
        """The edit that deletes the comma."""
        return (Edit(self.comma, ""),)


def settings_in_tuples(file: File) -> Iterator[SettingInTuple]:
    """Assignments of True, False or None with a comma behind it and no parentheses, in source order."""
    for node in file.tree.all(tree.Assign):
        value, target = node.value, node.targets[0]
        if not isinstance(value, tree.Tuple) or len(value.elements) != 1 or len(node.targets) != 1:
            continue
        (element,) = value.elements
        if not isinstance(element, tree.Constant) or not isinstance(element.value, (bool, type(None))):
            continue
        comma, before = file.text.find(",", element.end), file.text[target.end : element.start]
        if isinstance(target, (tree.Name, tree.Attribute)) and "(" not in before and comma >= 0:
            yield SettingInTuple(file, node, file.value(target), file.value(element), Span(element.end, comma + 1))


def _takes_apart(syntax: tree.Tree, node: tree.Node) -> bool:
    above = syntax.parents.get(node)
    if isinstance(above, (tree.Subscript, tree.Starred)):
        return above.value is node
    if isinstance(above, (tree.For, tree.Clause)):
        return above.iter is node
    if isinstance(above, tree.Argument):
        call = syntax.parents.get(above)
        return bool(above.star) or (isinstance(call, tree.Call) and tree.last_name(call.func) in ("len", "zip"))
    return isinstance(above, tree.Assign) and above.value is node and isinstance(above.targets[0], tree.Tuple)
