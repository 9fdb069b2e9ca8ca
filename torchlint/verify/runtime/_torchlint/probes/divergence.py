"""Whether a Kullback-Leibler loss gives the divergence of the distributions that it is given."""

from __future__ import annotations

import math
from typing import Any

from .. import budget
from ..readable import HALF, MOST_NUMBERS, plain, weakly
from ..site import Site


class Divergence(Site):
    """Looks at both distributions before the loss, works the divergence out, and compares it with the result."""

    looks_at = ("log_probabilities", "target", "at")

    def begin(self) -> None:
        self.facts = dict.fromkeys("checked unreadable large right averaged wrong plain neither".split(), 0)
        self.facts.update(classes=0, result=None, truth=None)
        self.lose()

    def lose(self) -> None:
        self._is_looking = False
        self._given: dict[str, Any] = {}
        self._known: tuple[float, Any, float] | None = None

    def visit(self, role: str, value: Any) -> None:
        if role == self.first:
            self.lose()
            self._is_looking = self.is_worth_a_look() and budget.is_left()
        if not self._is_looking:
            return
        with budget.counted():
            if role != "at":
                self._given[role] = weakly(value)
                if len(self._given) == 2:  # later, what was made for this call alone is gone
                    self._known = self._look(self._given["log_probabilities"](), self._given["target"]())
            else:
                if self._known is not None:
                    self._compare(value, *self._known)
                self.lose()

    def _look(self, given: Any, target: Any) -> tuple[float, Any, float] | None:
        """The sum of all divergences, the shape that it was summed over, and how exact a loss can be."""
        values, wanted = plain(given), plain(target)
        if values is None or wanted is None or values.shape != wanted.shape or not values.dim():
            self.facts["unreadable"] += 1
            return None
        if not values.numel() or values.numel() > MOST_NUMBERS:
            self.facts["large"] += 1
            return None
        slack = 0.05 if {str(given.dtype), str(target.dtype)} & set(HALF) else 0.01
        first, second = _distribution(values.double(), slack), _distribution(wanted.double(), slack)
        self.facts["checked"] += 1
        if first is None or second is None:
            self.facts["neither"] += 1
            return None
        self.facts["plain"] += first[1]
        return float((second[0].exp() * (second[0] - first[0])).nan_to_num(0.0).sum()), values.shape, slack

    def _compare(self, loss: Any, total: float, shape: Any, slack: float) -> None:
        """Hold the loss against the sum of all divergences, and against what that is for each sample."""
        known = plain(loss)
        if known is None:
            return
        found = float(known.double().sum())
        samples, numbers = shape[0] if len(shape) > 1 else 1, math.prod(shape)
        if any(_is_near(found, fair, slack) for fair in (total, total / samples)):
            self.facts["right"] += 1
            return
        self.facts["averaged" if _is_near(found, total / numbers, slack) else "wrong"] += 1
        self.facts.update(classes=numbers // samples, result=found, truth=total / samples)


def _is_near(found: float, fair: float, slack: float) -> bool:
    return abs(found - fair) <= slack * abs(fair) + 1e-7


def _distribution(values: Any, slack: float) -> Any:
    """The logarithms of distributions, and whether they were given as plain probabilities; None for neither."""
    if bool(values.isnan().any()):
        return None
    for dimension in dict.fromkeys((min(1, values.dim() - 1), values.dim() - 1)):
        if float((values.logsumexp(dimension)).abs().max()) <= slack:
            return values, False
        if float(values.min()) >= 0 and float((values.sum(dimension) - 1).abs().max()) <= slack:
            return values.log(), True
    return None
