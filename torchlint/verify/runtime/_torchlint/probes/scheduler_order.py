"""Whether a scheduler makes its first step before its optimizer does."""

from __future__ import annotations

from typing import Any

from .. import steps
from ..known import Known
from ..schedulers import is_resumed, optimizer_of
from ..site import Site


class SchedulerOrder(Site):
    """Looks at each scheduler before its first step here, and at the learning rates that its optimizer then uses."""

    looks_at = ("scheduler",)
    may_look_at = ("step",)
    looks_at_tensors = False

    def begin(self) -> None:
        self._known = Known()
        self._optimizers = Known()
        self._was_called = False  # the place where the optimizer steps
        counts = dict.fromkeys("early late skipped resumed unknown calls steps".split(), 0)
        self.facts = {**counts, "intended_rate": None, "first_rate": None, "last_rate": None}

    def visit(self, role: str, value: Any) -> None:
        if role == "step":
            self._was_called = True
            return
        self.facts["calls"] += 1
        if self._known.get(value):
            return
        self._known.put(value)
        optimizer = optimizer_of(value)
        if optimizer is None:
            self.facts["unknown"] += 1
            return
        outcome = self._order(value, optimizer)
        self.facts[outcome] += 1
        if outcome == "early" and not self._optimizers:
            self.facts["intended_rate"] = steps.rate_of(optimizer)
            self._optimizers.put(optimizer)

    def _order(self, scheduler: Any, optimizer: Any) -> str:
        if steps.made_by(optimizer):
            return "late"
        if self._was_called or getattr(optimizer, "_opt_called", False):
            return "skipped"  # the scheduler itself notes calls of its optimizer; what is compiled is not seen
        return "resumed" if is_resumed(scheduler) else "early"

    def stepped(self, optimizer: Any) -> None:
        if self._optimizers.get(optimizer):
            rate = steps.rate_of(optimizer)
            self.facts["steps"] += 1
            self.facts["last_rate"] = rate
            if self.facts["steps"] == 1:
                self.facts["first_rate"] = rate
