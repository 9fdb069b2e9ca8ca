"""Settings that a comma at the end of their line makes a tuple."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import reaching_definitions, resolved_expression, uses_reached_by
from torchlint.finding import Edit, Span
from torchlint.knowledge.call_names import MAKES_FIELD, TAKES_ELEMENTS
from torchlint.queries import ExpressionView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Annotations that a tuple of one element fits.
_TUPLES = re.compile("tuple|sequence|iterable|collection|container|Any|object", re.IGNORECASE)
# Annotations that no tuple fits.
_SCALARS = re.compile(r"(?:Optional\[)?(?:bool|int|float|str)\]?(?:\s*\|\s*None)?")


@dataclass(frozen=True, slots=True, eq=False)
class SettingInTuple(View):
    """The statement `drop_last = False,`."""

    target: ExpressionView
    setting: ExpressionView
    comma: Span
    beside: ExpressionView | None  # what the other branch assigns to the same target
    stated: str = ""  # the annotation of a field or a number
    used: ExpressionView | None = None  # where code takes an attribute of it, or calls it

    @property
    def unlike(self) -> str:
        """What is wrong about a tuple here."""
        if self.stated:
            return f"not `{self.stated}`"
        if self.used is not None:
            return f"so `{self.used}` fails"
        return "which is always true" if self.beside is None else "unlike in the other branch"

    @property
    def is_sure(self) -> bool:
        """Whether the other branch surely assigns no tuple, and no number for one, as sizes are."""
        return self.beside is None or _is_text(self.beside.node)

    @property
    def is_taken_out(self) -> bool:
        """Whether the file takes elements out of what has this name, goes through it, or asks for its length."""
        syntax, target = self.file.tree, self.target.node
        if self.used is not None or (self.stated and isinstance(self.setting.node, tree.Call)):
            return False  # what it has to be is known
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
    """Whether an annotation allows a tuple: `sizes: tuple[int] = 1,`, `names: Iterable[str] = None,`."""
    return _TUPLES.search(file.tree.text_of(stated.annotation)) is not None


def settings_in_tuples(file: File) -> Iterator[SettingInTuple]:
    """Assignments of one element with a comma behind it and no parentheses, in source order.

    The element is True, False or None, or a parameter that is True or False by default; or the other branch of an `if`
    assigns what is written without a comma; or it is the field of a dataclass, or annotated as a text or a number; or
    code takes an attribute of the tuple that no tuple has, or calls it.
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
        stated = "" if is_setting else _stated(file, node, element)
        used = None if is_setting or stated else _used(file, node, target)
        beside = None if is_setting or stated or used is not None else _in_the_other_branch(file, node, target)
        is_wrong = is_setting or bool(stated) or used is not None or beside is not None
        if isinstance(element, tree.Starred) or not is_wrong:
            continue
        comma, before = file.text.find(",", element.end), file.text[target.end : element.start]
        is_entry = isinstance(target, tree.Subscript) and tree.string_of(target.index) is not None
        if (is_entry or isinstance(target, (tree.Name, tree.Attribute))) and "(" not in before and comma >= 0:
            span = Span(element.end, comma + 1)
            yield SettingInTuple(file, node, file.value(target), file.value(element), span, beside, stated, used)


def _stated(file: File, node: tree.Assign | tree.AnnotatedAssign, element: tree.Expression) -> str:
    """The annotation that no tuple fits: of the field of a dataclass, or of a text or a number."""
    if not isinstance(node, tree.AnnotatedAssign):
        return ""
    text = file.tree.text_of(node.annotation)
    if isinstance(element, tree.Call):
        in_class = isinstance(file.tree.parents.get(node), tree.ClassDef)
        return text if in_class and file.names.spelled(element) & MAKES_FIELD else ""
    return text if isinstance(element, tree.Constant) and _SCALARS.fullmatch(text) else ""


def _used(file: File, node: tree.Node, target: tree.Expression) -> ExpressionView | None:
    """The first place that this assignment reaches and that no tuple survives: `loss.backward()`, `model(x)`."""
    syntax = file.tree
    if isinstance(target, tree.Name):
        uses: list[tree.Expression] = list(uses_reached_by(syntax, target, node))
    elif isinstance(target, tree.Attribute) and (dotted := tree.dotted(target)) is not None:
        owner = syntax.above(target, tree.ClassDef)
        if not dotted.startswith("self.") or owner is None or dotted.count(".") > 1:
            return None
        if len(assignments_to(syntax, owner, dotted)) > 1:
            return None
        inside = (one for one in syntax.all(tree.Attribute) if one.attr == target.attr and file.is_within(one, owner))
        uses = [one for one in inside if tree.dotted(one) == dotted]
    else:
        return None
    for use in sorted(uses, key=lambda one: one.start):
        above = syntax.parents.get(use)
        if isinstance(above, tree.Attribute) and above.value is use and not hasattr((), above.attr):
            return file.value(above)
        if isinstance(above, tree.Call) and above.func is use:
            return file.value(above)
    return None


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
