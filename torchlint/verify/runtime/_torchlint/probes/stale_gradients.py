"""Whether the gradients that a step applies hold those that an earlier step has applied."""

from __future__ import annotations

from typing import Any

from .. import budget
from ..gradients import Gradient, are_cleared, norm, parameters_of, sample_of, spread, state_of
from ..known import Known
from ..search import Roots
from ..site import Site

MOST_OPTIMIZERS = 8  # that the same place steps in turn
MOST_RATIOS = 5


class Applied:
    """A few gradients that a step has applied, and what is seen of them until the next step of that optimizer."""

    def __init__(self, parameters: list[Any]) -> None:
        self.gradients = [Gradient(parameter) for parameter in parameters]
        self.sample = sample_of(parameters[0])
        self.seen = ""
        self.backwards = 0
        self.ratio: float | None = None

    def look_before_backward(self) -> None:
        """What the first backward finds tells: it begins anew, or adds to what was applied."""
        self.backwards += 1
        if self.seen != "cleared":
            state = state_of(self.gradients)
            self.seen = state if state == "cleared" else self.seen or state

    def look_before_step(self) -> None:
        """Gradients may be cleared after the last backward as well."""
        if self.seen == "cleared" or state_of(self.gradients) == "cleared":
            self.seen = "cleared"
        elif self.sample is not None and self.gradients[0].writes() == self.backwards:  # and nobody else's
            added = sample_of(self.gradients[0].parameter) - self.sample
            size = float(added.norm())
            self.ratio = float(self.sample.norm()) / size if size else None


class StaleGradients(Site):
    """Looks from the end of a step to the end of that optimizer's next one, whichever way it is called."""

    looks_at = ("optimizer", "at")
    touches_tensors = True

    def begin(self) -> None:
        self._is_inside = False
        self._is_worth_it = False
        self._applied = Known()  # by the optimizer
        counts = dict.fromkeys("steps stale cleared unclear".split(), 0)
        self.facts = {**counts, "ratios": [], "first_norm": None, "last_norm": None}

    def visit(self, role: str, value: Any) -> None:
        self._is_inside = role == "optimizer"
        if self._is_inside:
            self._is_worth_it = self.is_worth_a_look() and budget.is_left()
            for applied in self._applied.values():
                applied.look_before_step()

    def awaits_backward(self) -> bool:
        return bool(self._applied)

    def backward(self, roots: Roots) -> None:
        for applied in self._applied.values():
            applied.look_before_backward()

    def awaits_step(self) -> bool:
        return self._is_inside

    def stepped(self, optimizer: Any) -> None:
        self._is_inside = False  # a wrapper's own step ends after that of the optimizer in it
        self.facts["steps"] += 1
        before = self._applied.pop(optimizer)
        if before is not None:
            self._settle(before)
        if self._is_worth_it and len(self._applied) < MOST_OPTIMIZERS:
            with budget.counted():
                parameters = parameters_of(optimizer)
                some = spread(parameters)
                if some:
                    self._applied.put(optimizer, Applied(some))
                elif are_cleared(parameters):
                    self.facts["cleared"] += 1  # by a hook of the step, or by the step itself
                self._measure(norm(parameters))

    def _settle(self, applied: Applied) -> None:
        outcome = {"same": "stale", "cleared": "cleared"}.get(applied.seen, "unclear")
        self.facts[outcome] += 1
        ratios = self.facts["ratios"]
        if outcome == "stale" and applied.ratio is not None and len(ratios) < MOST_RATIOS:
            ratios.append(applied.ratio)

    def _measure(self, size: float) -> None:
        if self.facts["first_norm"] is None:
            self.facts["first_norm"] = size
        self.facts["last_norm"] = size

    def lose(self) -> None:
        self._is_inside = False
        self._applied.clear()
