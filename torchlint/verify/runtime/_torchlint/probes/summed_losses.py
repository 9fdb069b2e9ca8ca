"""How many losses are differentiated for one step, and whether they are divided, or sums in the first place."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..gradients import norm, parameters_of
from ..site import Site

SCALING = ("DivBackward", "MulBackward")
ELEMENTWISE = ("AbsBackward", "PowBackward")  # what L1Loss adds up, and squares
NONE, SUM = 0, 2  # reductions, as PyTorch's losses save them


class SummedLosses(Site):
    """Counts the losses between one step and the next, and asks each for the last operation that has made it."""

    looks_at = ("loss",)
    touches_tensors = True

    def begin(self) -> None:
        self._since = 0
        self._next = 1
        names = "losses scaled summed unknown steps several most"
        self.facts = {**dict.fromkeys(names.split(), 0), "norm": 0.0}

    def visit(self, role: str, value: Any) -> None:
        node = value.grad_fn if torch_state.is_tensor(value) else None
        if node is None:
            self.facts["unknown"] += 1
            return
        self._since += 1
        self.facts["losses"] += 1
        is_scaled = type(node).__name__.startswith(SCALING)
        self.facts["scaled"] += is_scaled
        self.facts["summed"] += not is_scaled and is_of_a_sum(node)

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


def is_of_a_sum(node: Any) -> bool:
    """Whether a loss is the sum of what each number adds to it: those of the parts of a batch are that of the whole."""
    if getattr(node, "_saved_reduction", None) == SUM:
        return True
    if not type(node).__name__.startswith("SumBackward"):
        return False
    added = node.next_functions[0][0]  # not a stack of means, of which nothing is known
    return getattr(added, "_saved_reduction", None) == NONE or type(added).__name__.startswith(ELEMENTWISE)
