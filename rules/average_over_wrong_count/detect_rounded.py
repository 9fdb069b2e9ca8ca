"""Loops over slices, `range(0, n, size)`, whose last, smaller slice a count leaves out, or counts as a full one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.queries import View
from torchlint.syntax import tree

from .detect import divided_sum, loop_before, sums_in

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class RoundedCount(View):
    """A division by a count that is right only if the slices have equal sizes."""

    count: View  # `n // size`, or the `seen += size`
    sum: View | None  # what is divided by `n // size`; None for a count that grows by the size
    passes: tree.For

    @property
    def size(self) -> View:
        """The size of a full slice."""
        return View(self.file, _steps(self.passes)[2])

    @property
    def all(self) -> View:
        """What the loop counts up to."""
        return View(self.file, _steps(self.passes)[1])


def rounded_counts(file: File) -> Iterator[RoundedCount]:
    """One for each division, and for each such count that something is divided by, in source order."""
    found = [*_divided_by_the_floor(file), *_counted_as_full(file)]
    yield from sorted(found, key=lambda one: one.node.start)


def _divided_by_the_floor(file: File) -> Iterator[RoundedCount]:
    for division in file.tree.all(tree.BinaryOp):
        by = resolved_expression(file.tree, division.right) if division.op == "/" else None
        total = divided_sum(division.left) if isinstance(by, tree.BinaryOp) and by.op == "//" else None
        name = tree.dotted(total) if total is not None else None
        loop = loop_before(file, division, name) if name is not None else None
        if loop is None or total is None or not isinstance(by, tree.BinaryOp) or not _steps(loop):
            continue
        _, all_of_it, size = _steps(loop)
        if _is_same(file, by.left, all_of_it) and _is_same(file, by.right, size) and not _skips(file, loop):
            yield RoundedCount(file, division, View(file, by), View(file, total), loop)


def _counted_as_full(file: File) -> Iterator[RoundedCount]:
    for loop in file.tree.all(tree.For):
        size = _steps(loop)[2] if _steps(loop) else None
        counts = (one for one in file.tree.own(loop, tree.AugmentedAssign) if size is not None)
        for count in counts:
            name = tree.dotted(count.target)
            is_count = name is not None and any(one.node is count for one in sums_in(file, loop, name))
            if not is_count or size is None or not _is_same(file, count.value, size) or _skips(file, loop):
                continue
            scope = file.tree.scope(loop)
            divisions = (one for one in file.tree.inside(scope, tree.BinaryOp) if one.op == "/")
            if any(name in _terms(one.right) for one in divisions if one.start > loop.start):
                yield RoundedCount(file, count, View(file, count), None, loop)


def _steps(loop: tree.For) -> list[tree.Expression]:
    """The three arguments of `range(0, n, size)` in a loop; empty for other loops, and for constant sizes of all."""
    call = loop.iter.args[0].value if isinstance(loop.iter, tree.Call) and len(loop.iter.args) == 1 else loop.iter
    if not isinstance(call, tree.Call) or tree.dotted(call.func) != "range" or len(call.args) != 3:
        return []
    given = [argument.value for argument in call.args]
    is_constant = tree.integer_literal(given[1]) is not None or tree.integer_literal(given[2]) == 1
    return [] if tree.integer_literal(given[0]) != 0 or is_constant else given


def _is_same(file: File, one: tree.Expression, other: tree.Expression) -> bool:
    text = file.tree.text_of
    if text(one) == text(other):
        return True
    return text(resolved_expression(file.tree, one)) == text(resolved_expression(file.tree, other))


def _skips(file: File, loop: tree.For) -> bool:
    """Whether a pass may end early: it may be the smaller slice that is left out."""
    ends = (*file.tree.own(loop, tree.Break), *file.tree.own(loop, tree.Continue))
    return any(file.tree.above(one, *tree.Loops, *tree.Scope) is loop for one in ends)


def _terms(node: tree.Expression) -> set[str | None]:
    """The names that a divisor is, or is a sum of."""
    if isinstance(node, tree.BinaryOp) and node.op == "+":
        return _terms(node.left) | _terms(node.right)
    return {tree.dotted(node)}
