"""Sums of the losses of every so many batches that are divided by another number than that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.queries import ExpressionView, View, gradients
from torchlint.syntax import tree

from .detect import added_unit, divided_sum, divisions, place_of, sums_in
from .detect_offset import is_in_each_pass
from .detect_skipped import is_loss, window

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class OtherWindow(View):
    """A division of a sum by another number of batches than it is of."""

    sum: ExpressionView
    by: ExpressionView
    every: ExpressionView  # after how many batches the sum is shown, and set to 0 again
    summand: View  # the `+=`


def other_windows(file: File) -> Iterator[OtherWindow]:
    """One for each division, in source order, where both numbers are known, or one is the other and one more."""
    for division, divided, by in divisions(file):
        total = divided_sum(divided)
        name = place_of(file, total)
        found = window(file, division, name, by_hand=True) if name is not None else None
        if total is None or name is None or found is None or len(found[1]) != 1:
            continue
        loop, (every,) = found
        added = list(sums_in(file, loop, name))
        if len(added) != 1 or not is_in_each_pass(file, loop, added[0].node) or added[0].start > division.start:
            continue
        numbers = gradients.folded(file, every), gradients.folded(file, by)
        is_other = None not in numbers and numbers[0] != numbers[1] and added_unit(file, added[0]) == "batches"
        if is_other or (_is_one_off(file, every, by) and is_loss(file, added[0])):
            yield OtherWindow(
                file,
                division,
                ExpressionView(file, total),
                ExpressionView(file, by),
                ExpressionView(file, every),
                View(file, added[0].node),
            )


def _is_one_off(file: File, every: tree.Expression, by: tree.Expression) -> bool:
    """Whether a divisor is the length of the window and one more or less: `every + 1`."""
    if not isinstance(by, tree.BinaryOp) or by.op not in ("+", "-") or tree.integer_literal(by.right) != 1:
        return False
    return file.tree.text_of(by.left) == file.tree.text_of(every)
