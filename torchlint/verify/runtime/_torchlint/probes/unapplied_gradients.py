"""Whether gradients are cleared that no step has applied."""

from __future__ import annotations

from typing import Any

from .. import budget
from ..gradients import is_there, norm, parameters_of, spread
from ..site import Site


class UnappliedGradients(Site):
    """Looks at what is about to be cleared, and hears whether an optimizer has stepped since the last time."""

    looks_at = ("zero",)
    touches_tensors = True

    def begin(self) -> None:
        self._ids: frozenset[int] = frozenset()
        self._is_applied = False
        self.facts = {**dict.fromkeys("unapplied applied nothing unknown steps".split(), 0), "norm": 0.0}

    def visit(self, role: str, value: Any) -> None:
        parameters = parameters_of(value)
        if not parameters:
            self.facts["unknown"] += 1
            return
        self._ids = frozenset(map(id, parameters))
        is_applied, self._is_applied = self._is_applied, False
        if is_applied:
            self.facts["applied"] += 1
        elif any(map(is_there, spread(parameters))):
            self.facts["unapplied"] += 1
            if self.is_worth_a_look() and budget.is_left():
                with budget.counted():
                    self.facts["norm"] = max(self.facts["norm"], norm(parameters))
        else:
            self.facts["nothing"] += 1

    def awaits_step(self) -> bool:
        return bool(self._ids)

    def stepped(self, optimizer: Any) -> None:
        if any(id(parameter) in self._ids for parameter in parameters_of(optimizer)[:1]):
            self.facts["steps"] += 1
            self._is_applied = True

    def lose(self) -> None:
        self._ids, self._is_applied = frozenset(), False
