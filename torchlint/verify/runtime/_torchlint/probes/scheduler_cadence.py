"""How often a scheduler steps, against how often it was told that it would."""

from __future__ import annotations

import math
import weakref
from typing import Any

from .. import steps
from ..schedulers import optimizer_of
from ..site import Site

HORIZONS = ("total_steps", "T_max", "total_iters", "step_size")
# What is left of a learning rate that has decayed.
NOTHING = 1e-4


class SchedulerCadence(Site):
    """Looks at a scheduler when it is made, and whenever its optimizer has made a step."""

    looks_at = ("scheduler",)
    looks_at_tensors = False

    def begin(self) -> None:
        self._made: Any = None
        self._optimizer: Any = None
        self.facts = {
            **dict.fromkeys("schedulers unknown steps scheduled horizon".split(), 0),
            "first_rate": None,
            "last_rate": None,
            "lowest_rate": None,
            "highest_rate": None,
        }

    def visit(self, role: str, value: Any) -> None:
        optimizer = optimizer_of(value)
        known = vars(value) if optimizer is not None else {}
        horizon = _horizon(known)
        if horizon is None or not isinstance(known.get("last_epoch"), int):
            self.facts["unknown"] += 1
            return
        self.facts["schedulers"] += 1
        self.facts["horizon"] = int(horizon)
        self._made, self._optimizer = weakref.ref(value), weakref.ref(optimizer)
        self._note(optimizer)

    def awaits_step(self) -> bool:
        return self._made is not None

    def stepped(self, optimizer: Any) -> None:
        scheduler = self._made()
        if scheduler is None or self._optimizer() is not optimizer:
            return
        self.facts["steps"] += 1
        self.facts["scheduled"] = int(vars(scheduler)["last_epoch"])
        self._note(optimizer)

    def _note(self, optimizer: Any) -> None:
        rate = steps.rate_of(optimizer)
        if rate is None:
            return
        facts = self.facts
        facts["first_rate"] = rate if facts["first_rate"] is None else facts["first_rate"]
        facts["last_rate"] = rate
        facts["lowest_rate"] = rate if facts["lowest_rate"] is None else min(rate, facts["lowest_rate"])
        facts["highest_rate"] = rate if facts["highest_rate"] is None else max(rate, facts["highest_rate"])


def _horizon(known: dict[str, Any]) -> float | None:
    """How many steps a scheduler expects; of one that only decays, after how many nothing is left; else None."""
    for name in HORIZONS:
        if isinstance(known.get(name), (int, float)):
            return float(known[name])
    gamma = known.get("gamma")
    if not isinstance(gamma, float) or not 0 < gamma < 1 or "milestones" in known:
        return None
    return math.log(NOTHING) / math.log(gamma)
