"""Whether what is compared with a probability lies between 0 and 1, and which answers a sigmoid would change."""

from __future__ import annotations

from typing import Any

from .. import budget
from ..plain_arrays import MOST_NUMBERS, is_array, type_of
from ..readable import numbers
from ..site import Site


class ThresholdedLogits(Site):
    """Counts the numbers outside 0 and 1, and those between, which a sigmoid moves above a half."""

    looks_at = ("logits", "at")

    def begin(self) -> None:
        self.facts = dict.fromkeys("checked unreadable numbers outside between".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role != "logits" or not budget.is_left():
            return
        with budget.counted():
            values = _fractions(value)
            if values is None or not len(values):
                self.facts["unreadable"] += 1
                return
            self.facts["checked"] += 1
            self.facts["numbers"] += len(values)
            self.facts["outside"] += int(((values < 0) | (values > 1)).sum())
            self.facts["between"] += int(((values > 0) & (values <= 0.5)).sum())


def _fractions(value: Any) -> Any:
    """The first numbers of a tensor or of an array of floating point numbers, in one row; None of anything else."""
    if "float" not in type_of(value):
        return None
    return value.flat[:MOST_NUMBERS] if is_array(value) else numbers(value)
