"""Whether values lie where an operation is defined, and is differentiable, and what comes out where they do not."""

from __future__ import annotations

from typing import Any

from .. import budget
from ..readable import HALF, numbers, rows
from ..site import Site


class ValueDomain(Site):
    """Looks at the values before the operation, and for numbers that are not finite at its result."""

    looks_at = ("at",)
    may_look_at = ("log_probabilities", "positive", "nonnegative", "nonzero", "cosine", "finite")
    rests = True

    def begin(self) -> None:
        self._is_looking = False
        self._is_finite = False
        names = "checked unreadable empty numbers outside edge broken rows rows_off above"
        self.facts = dict.fromkeys(names.split(), 0)
        self.facts.update(wanted=self.first, lowest=None, highest=None, sum_lowest=None, sum_highest=None)

    def visit(self, role: str, value: Any) -> None:
        if role == "at":
            result = numbers(value) if self._is_looking and self._is_finite else None
            if result is not None:
                self.facts["broken"] += int((~result.isfinite()).sum())
            self._is_looking = self._is_finite = False
            return
        self._is_looking = self.is_worth_a_look() and budget.is_left()
        if self._is_looking:
            with budget.counted():
                self._look(role, value)

    def _look(self, role: str, value: Any) -> None:
        values = rows(value) if role == "log_probabilities" else numbers(value)
        if values is None:
            self.facts["unreadable"] += 1
            return
        if not values.numel():
            self.facts["empty"] += 1
            return
        self.facts["checked"] += 1
        self.facts["numbers"] += values.numel()
        values = values.double()
        self._is_finite = bool(values.isfinite().all())
        known = values[~values.isnan()]
        if known.numel():
            self._widen("lowest", "highest", float(known.min()), float(known.max()))
        if role == "log_probabilities":
            self._look_at_rows(values, 0.05 if str(value.dtype) in HALF else 0.01)
        else:
            outside, edge = _misplaced(role, values)
            self.facts["outside"] += int(outside.sum())
            self.facts["edge"] += int(edge.sum()) if value.requires_grad else 0

    def _look_at_rows(self, values: Any, slack: float) -> None:
        values = values[~values.isnan().any(1)]
        if not len(values):
            return
        sums = values.logsumexp(1)
        is_above = values.amax(1) > slack
        self.facts["rows"] += len(values)
        self.facts["rows_off"] += int((is_above | (sums.expm1().abs() > slack)).sum())
        self.facts["above"] += int(is_above.sum())
        self._widen("sum_lowest", "sum_highest", float(sums.min()), float(sums.max()))

    def _widen(self, low: str, high: str, lowest: float, highest: float) -> None:
        before = self.facts[low], self.facts[high]
        self.facts[low] = lowest if before[0] is None else min(before[0], lowest)
        self.facts[high] = highest if before[1] is None else max(before[1], highest)


def _misplaced(wanted: str, values: Any) -> tuple[Any, Any]:
    """Which values an operation is not defined for, and at which of the others its gradient is infinite."""
    if wanted == "positive":  # log
        return values <= 0, values < values
    if wanted == "nonnegative":  # sqrt
        return values < 0, values == 0
    if wanted == "finite":  # sum, mean
        return values < values, values < values
    if wanted == "nonzero":  # division
        return values == 0, values < values
    return values.abs() > 1, values.abs() == 1  # acos, asin
