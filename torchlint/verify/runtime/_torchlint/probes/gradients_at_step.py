"""Whether a step finds gradients, after others have been cleared."""

from __future__ import annotations

from typing import Any

from .. import budget
from ..gradients import is_there, norm, parameters_of
from ..site import Site


class GradientsAtStep(Site):
    """Looks at what is about to be cleared, and at what the next step has: a closure makes it during the step."""

    looks_at = ("zero", "optimizer", "at")
    touches_tensors = True

    def begin(self) -> None:
        self._was_cleared: float | None = None  # the norm of what was
        self._is_inside = False
        self._otherwise = ""
        counts = dict.fromkeys("cleared nothing_to_clear with_gradient without unclear parameters".split(), 0)
        self.facts = {**counts, "norm": 0.0}

    def visit(self, role: str, value: Any) -> None:
        if role == "zero":
            if self.is_worth_a_look() and budget.is_left():
                with budget.counted():
                    self._look_before_zero(parameters_of(value))
        elif role == "optimizer":
            self._is_inside = self._was_cleared is not None
            parameters = parameters_of(value) if self._is_inside else []
            self._otherwise = "without" if parameters else "unclear"
            if any(map(is_there, parameters)):
                self._settle("with_gradient")
        elif self._is_inside:
            self._settle(self._otherwise)  # no step was heard of

    def _look_before_zero(self, parameters: list[Any]) -> None:
        there = [parameter for parameter in parameters if is_there(parameter)]
        self._was_cleared = norm(there) if there else None
        self.facts["cleared" if there else "nothing_to_clear"] += 1
        self.facts["parameters"] = max(self.facts["parameters"], len(there))
        self.facts["norm"] = max(self.facts["norm"], self._was_cleared or 0.0)

    def awaits_step(self) -> bool:
        return self._is_inside

    def stepped(self, optimizer: Any) -> None:
        some = any(map(is_there, parameters_of(optimizer)))
        self._settle("with_gradient" if some else "without")

    def _settle(self, outcome: str) -> None:
        self.facts[outcome] += 1
        self._was_cleared = None
        self._is_inside = False

    def lose(self) -> None:
        self._was_cleared = None
        self._is_inside = False
