"""Settings that a comma at the end of their line makes a tuple."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.finding import Edit, Span
from torchlint.knowledge.call_names import TAKES_ELEMENTS
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
    beside: ExpressionView | None  # what the other branch assigns to the same target; None for settings

    @property
    def is_sure(self) -> bool:
        """Whether the other branch surely assigns no tuple, and no number for one, as sizes are."""
        return self.beside is None or _is_text(self.beside.node)

    @property
    def is_taken_out(self) -> bool:
        """Whether the file takes elements out of what has this name, goes through it, or asks for its length."""
        syntax, target = self.file.tree, self.target.node
        if isinstance(target, tree.Subscript):
            key = tree.string_of(target.index)
            return any(_takes_apart(syntax, n) for n in syntax.all(tree.Subscript) if tree.string_of(n.index) == key)
        name = tree.last_name(target)
        uses = (node for node in (*syntax.all(tree.Name), *syntax.all(tree.Attribute)) if tree.last_name(node) == name)
        return any(_takes_apart(syntax, node) for node in uses)

    @property
    def without_comma(self) -> tuple[Edit, ...]:
        """The edit that deletes the comma."""
        return (Edit(self.comma, ""),)


def _may_be_a_tuple(file: File, stated: tree.AnnotatedAssign) -> bool:
    """Whether an annotation allows a tuple: `sizes: tuple[int] = 1,`."""
    return "uple" in file.tree.text_of(stated.annotation) or "equence" in file.tree.text_of(stated.annotation)


def settings_in_tuples(file: File) -> Iterator[SettingInTuple]:
    """Assignments of one element with a comma behind it and no parentheses, in source order.

    The element is True, False or None, or a parameter that is True or False by default; or the other branch of an `if`
    assigns what is written without a comma.
    """
    annotated = (one for one in file.tree.all(tree.AnnotatedAssign) if not _may_be_a_tuple(file, one))
    both: list[tree.Assign | tree.AnnotatedAssign] = [*file.tree.all(tree.Assign), *annotated]
    for node in sorted(both, key=lambda one: one.start):
        value, targets = node.value, tree.targets(node)
        target = targets[0]
        if not isinstance(value, tree.Tuple) or len(value.elements) != 1 or len(targets) != 1:
            continue
        (element,) = value.elements
        is_setting = _is_literal(element, (bool, type(None))) or _is_flag(file, element)
        beside = None if is_setting else _in_the_other_branch(file, node, target)
        if isinstance(element, tree.Starred) or not (is_setting or beside is not None):
            continue
        comma, before = file.text.find(",", element.end), file.text[target.end : element.start]
        is_entry = isinstance(target, tree.Subscript) and tree.string_of(target.index) is not None
        if (is_entry or isinstance(target, (tree.Name, tree.Attribute))) and "(" not in before and comma >= 0:
            span = Span(element.end, comma + 1)
            yield SettingInTuple(file, node, file.value(target), file.value(element), span, beside)


def _in_the_other_branch(
    file: File, assign: tree.Assign | tree.AnnotatedAssign, target: tree.Expression
) -> ExpressionView | None:
    """A text, a number, or an entry of something, that the other branch assigns to the same target."""
    branch = file.tree.parents.get(assign)
    if not isinstance(branch, tree.If) or not tree.dotted(target):
        return None
    other = branch.orelse if assign in branch.body else branch.body
    same = (n for n in other if isinstance(n, tree.Assign) and tree.dotted(n.targets[0]) == tree.dotted(target))
    for one in same:
        made = resolved_expression(file.tree, one.value)
        if _is_text(made) or isinstance(made, tree.Subscript) or tree.integer_literal(made) is not None:
            return ExpressionView(file, made)
    return None


def _is_flag(file: File, node: tree.Expression) -> bool:
    """Whether a name can only be a parameter of the function around it, which is True or False by default."""
    made = reaching_definitions(file.tree, node) if isinstance(node, tree.Name) else ()
    return bool(made) and all(
        one is not None and isinstance(one.node, tree.Parameter) and _is_literal(one.node.default, (bool,))
        for one in made
    )


def _is_literal(node: tree.Node | None, types: tuple[type, ...]) -> bool:
    return isinstance(node, tree.Constant) and isinstance(node.value, types)


def _is_text(node: tree.Node) -> bool:
    return isinstance(node, tree.FormattedString) or (isinstance(node, tree.Constant) and isinstance(node.value, str))


def _takes_apart(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether code needs the tuple: takes its elements, adds more to it, or passes it on as the arguments of a call."""
    above = syntax.parents.get(node)
    if isinstance(above, (tree.Subscript, tree.Starred)):
        return above.value is node
    if isinstance(above, (tree.For, tree.Clause)):
        return above.iter is node
    if isinstance(above, tree.Argument):
        call = syntax.parents.get(above)
        return (
            bool(above.star)
            or above.keyword == "args"
            or (isinstance(call, tree.Call) and tree.last_name(call.func) in TAKES_ELEMENTS)
        )
    if isinstance(above, tree.BinaryOp):
        other = above.right if above.left is node else above.left
        return isinstance(other, tree.Tuple) or (above.op == "%" and above.right is node)
    if isinstance(above, tree.AugmentedAssign):
        return above.target is node and isinstance(above.value, tree.Tuple)
    if isinstance(above, tree.Compare):
        return any(op in ("in", "not in") and one is node for op, one in zip(above.ops, above.comparators))
    return isinstance(above, tree.Assign) and above.value is node and isinstance(above.targets[0], tree.Tuple)
