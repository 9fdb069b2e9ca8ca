"""Sums that are divided by a count that is one off: the last index, a count from 1, or a length with 1 added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.finding import Span
from torchlint.queries import ExpressionView, View, data
from torchlint.syntax import tree

from .detect import (
    Added,
    added_unit,
    divided_sum,
    divisions,
    is_batch_size,
    loader_of_length,
    loop_before,
    place_of,
    sums_in,
)

if TYPE_CHECKING:
    from torchlint.queries import File

_ZEROS = frozenset(("zeros", "tensor"))


@dataclass(frozen=True, slots=True, eq=False)
class OneOff(View):
    """A division of a sum by one less, or one more, than it has terms."""

    total: tree.Expression
    count: ExpressionView  # what it is divided by
    summand: View  # the `+=`
    # The index of the last pass, a count from 1, the loader's length and one more or less, or a count and one more.
    divided_by: Literal["index", "count", "length", "more"]

    @property
    def sum(self) -> ExpressionView:
        """What is divided."""
        return ExpressionView(self.file, self.total)

    @property
    def related(self) -> tuple[tuple[Span, str], ...]:
        """Where the sum gets its terms, and where a count starts at 1."""
        added, count = self.summand.says("added up here"), self.count.node
        if self.divided_by != "count" or not isinstance(count, tree.Name):
            return (added,)
        starts = (one.node for one in reaching_definitions(self.file.tree, count) if one and one.value is not None)
        sets = (one for one in starts if not isinstance(one, tree.AugmentedAssign))
        return (*(View(self.file, one).says("starts at 1") for one in sets), added)

    @property
    def length(self) -> str:
        """The length that a divisor adds 1 to, as it is written."""
        made = resolved_expression(self.file.tree, self.count.node)
        return View(self.file, made.left if isinstance(made, tree.BinaryOp) else made).text


def one_off(file: File) -> Iterator[OneOff]:
    """One for each division, in source order."""
    for division, divided, by in divisions(file):
        total = divided_sum(divided)
        name = place_of(file, total)
        loop = _loop_of(file, division, name) if name is not None else None
        if total is None or name is None or loop is None:
            continue
        added = list(sums_in(file, loop, name))
        if len(added) != 1 or not _starts_at(file, added[0], 0):
            continue
        kind = _kind(file, loop, added[0], by)
        if kind is not None:
            yield OneOff(file, division, total, ExpressionView(file, by), View(file, added[0].node), kind)


def _kind(
    file: File, loop: tree.For, added: Added, by: tree.Expression
) -> Literal["index", "count", "length", "more"] | None:
    """What is one off in a divisor; None if nothing shows that it is."""
    is_in_each = is_in_each_pass(file, loop, added.node)
    is_all = not _is_added_to_elsewhere(file, loop, added)
    if is_in_each and is_all and _is_count_and_one(file, loop, added, by):
        return "more"
    if file.is_within(by, loop):
        return None
    if isinstance(by, tree.Name) and is_in_each and _is_last_index(file, loop, by):
        return "index"
    if isinstance(by, tree.Name) and _counts_from_one(file, loop, added, by):
        return "count"
    if not is_in_each or not _is_length_and_one(file, loop, by):
        return None
    return "length" if is_all else None


def _is_added_to_elsewhere(file: File, loop: tree.For, added: Added) -> bool:
    """Whether the function adds another term to the sum, such as one after the loop: `total += last`."""
    terms = file.tree.once(_terms_added, file.tree.scope(loop)).get(tree.dotted(added.target), ())
    return any(one is not added.node for one in terms)


def _terms_added(syntax: tree.Tree, scope: tree.Node) -> dict[str | None, list[tree.Node]]:
    """The statements that add to a name, or take away from it: `total += last`, `total = total + last`."""
    found: dict[str | None, list[tree.Node]] = {}
    for one in syntax.own(scope, tree.AugmentedAssign):
        if one.op[0] in "+-":
            found.setdefault(tree.dotted(one.target), []).append(one)
    for statement in syntax.own(scope, tree.Assign):
        terms = set(map(tree.dotted, _terms(statement.value)))
        for name in terms & set(map(tree.dotted, statement.targets)) - {None}:
            found.setdefault(name, []).append(statement)
    return found


def _terms(node: tree.Expression) -> Iterator[tree.Expression]:
    """The terms of a sum or a difference; the expression itself where it is neither."""
    todo = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, tree.BinaryOp) and one.op in ("+", "-"):
            todo += [one.left, one.right]
        else:
            yield one


def _loop_of(file: File, division: tree.Node, name: str) -> tree.For | None:
    """The loop that adds to a sum: the last one before a division, or the one around it."""
    for around in file.tree.around(division):
        if isinstance(around, tree.Scope):
            break
        if isinstance(around, tree.For) and any(True for _ in sums_in(file, around, name)):
            return around
    return loop_before(file, division, name)


def _is_count_and_one(file: File, loop: tree.For, added: Added, by: tree.Expression) -> bool:
    """Whether a number is `count + 1`, where the count starts at 0 and each pass adds 1 to it before the division."""
    if not isinstance(by, tree.BinaryOp) or by.op != "+" or tree.integer_literal(by.right) != 1:
        return False
    name = tree.dotted(by.left)
    counts = list(sums_in(file, loop, name)) if name is not None else []
    if len(counts) != 1 or tree.integer_literal(counts[0].value) != 1 or not _starts_at(file, counts[0], 0):
        return False
    return is_in_each_pass(file, loop, counts[0].node) and max(added.end, counts[0].end) <= by.start


def _is_length_and_one(file: File, loop: tree.For, by: tree.Expression) -> bool:
    """Whether a number is `len(loader) + 1`, or `- 1`, after a loop that goes through all of that loader."""
    made = resolved_expression(file.tree, by)
    if not isinstance(made, tree.BinaryOp) or made.op not in ("+", "-") or tree.integer_literal(made.right) != 1:
        return False
    length = loader_of_length(made.left)
    iterated = data.iterated_loader(file, loop.iter)
    over = {tree.dotted(iterated), tree.dotted(resolved_expression(file.tree, iterated))} - {None}
    return length is not None and length[1] == "batches" and length[0] in over and not _leaves(file, loop, 0, loop.end)


def is_in_each_pass(file: File, loop: tree.For, added: tree.Node) -> bool:
    """Whether each pass of a loop comes to a statement: it is under no condition, and nothing leaves a pass before."""
    above = (one for one in file.tree.around(added) if one is not added and not isinstance(one, tree.With))
    return next(above, None) is loop and not _leaves(file, loop, loop.start, added.start)


def _leaves(file: File, loop: tree.For, start: int, end: int) -> bool:
    """Whether a pass may end between two places."""
    leaves = (*file.tree.own(loop, tree.Break), *file.tree.own(loop, tree.Continue))
    between = (one for one in leaves if start < one.start < end)
    return any(file.tree.above(one, *tree.Loops, *tree.Scope) is loop for one in between)


def _is_last_index(file: File, loop: tree.For, by: tree.Name) -> bool:
    """Whether a name is what `enumerate(...)` counted last, from 0."""
    call = loop.iter
    if not isinstance(call, tree.Call) or tree.dotted(call.func) != "enumerate" or len(call.args) != 1:
        return False
    first = loop.target.elements[0] if isinstance(loop.target, tree.Tuple) and loop.target.elements else None
    if not isinstance(first, tree.Name) or first.id != by.id:
        return False
    made = [one for one in reaching_definitions(file.tree, by) if one is not None]
    return any(one.node is loop for one in made) and all(one.node is loop or one.node.end <= loop.start for one in made)


def _counts_from_one(file: File, loop: tree.For, summed: Added, by: tree.Name) -> bool:
    """Whether a name is set to 1 before a loop, and counts what is added wherever the sum gets a term."""
    added = list(sums_in(file, loop, by.id))
    if len(added) != 1 or not _starts_at(file, added[0], 1) or not _counts_terms(file, summed, added[0].value):
        return False
    first, last = sorted((summed.start, added[0].start))
    return file.tree.parents.get(summed.node) is file.tree.parents.get(added[0].node) and not _leaves(
        file, loop, first, last
    )


def _counts_terms(file: File, summed: Added, number: tree.Expression) -> bool:
    """Whether a number says of how much a term is: 1, its weight, or the batch size if it counts samples."""
    if tree.integer_literal(number) == 1:
        return True
    if is_batch_size(number) and added_unit(file, summed) == "samples":
        return True
    term, text = summed.value, file.tree.text_of(number)
    if not isinstance(term, tree.BinaryOp) or term.op != "*":
        return False
    return text in (file.tree.text_of(term.left), file.tree.text_of(term.right))


def _starts_at(file: File, added: Added, number: int) -> bool:
    """Whether what is added to has this number before the loop: `0.0`, or `torch.zeros(())` for 0."""
    before = [one.value for one in _starts(file, added)]
    return bool(before) and all(value is not None and _is_number(value, number) for value in before)


def _starts(file: File, added: Added) -> list[Definition]:
    """The definitions that give a sum what it has before its first term."""
    if not isinstance(added.target, tree.Name):
        return []
    return [
        one for one in reaching_definitions(file.tree, added.target) if one is not None and one.node is not added.node
    ]


def _is_number(value: tree.Node, number: int) -> bool:
    while isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute):
        if value.func.attr in _ZEROS:
            return number == 0 and (value.func.attr == "zeros" or _is_number(value.args[0].value, 0))
        value = value.func.value  # `torch.tensor(0.0).to(device)`
    return isinstance(value, tree.Constant) and type(value.value) in (int, float) and value.value == number
