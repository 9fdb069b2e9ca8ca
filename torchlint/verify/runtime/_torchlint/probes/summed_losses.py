"""How many losses are differentiated for one step, and whether they are divided."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..gradients import norm, parameters_of
from ..site import Site

SCALING = ("DivBackward", "MulBackward")


class SummedLosses(Site):
    """Counts the losses between one step and the next, and asks each for the last operation that has made it."""

    looks_at = ("loss",)
    touches_tensors = True

    def begin(self) -> None:
        self._since = 0
        self._next = 1
        names = "losses scaled unknown steps several most"
        self.facts = {**dict.fromkeys(names.split(), 0), "norm": 0.0}

    def visit(self, role: str, value: Any) -> None:
        node = value.grad_fn if torch_state.is_tensor(value) else None
        if node is None:
            self.facts["unknown"] += 1
            return
        self._since += 1
        self.facts["losses"] += 1
        self.facts["scaled"] += type(node).__name__.startswith(SCALING)

    def awaits_step(self) -> bool:
        return self._since > 0

    def stepped(self, optimizer: Any) -> None:
        since, self._since = self._since, 0
        self.facts["steps"] += 1
        self.facts["several"] += since > 1
        self.facts["most"] = max(self.facts["most"], since)
        if self.facts["steps"] >= self._next and budget.is_left():
            self._next = self.facts["steps"] * 2
            with budget.counted():
                self.facts["norm"] = max(self.facts["norm"], norm(parameters_of(optimizer)))

    def lose(self) -> None:
        self._since = 0
