"""What becomes of a constant in the type of the numbers that it meets."""

from __future__ import annotations

import math
from typing import Any

from .. import budget, torch_state
from ..readable import numbers, weakly
from ..site import Site


class RoundedConstant(Site):
    """Looks at a tensor and a constant that meets it, or at an optimizer with its eps and its parameters."""

    may_look_at = ("tensor", "constant", "optimizer")

    def begin(self) -> None:
        self.facts = dict.fromkeys("checked unreadable rounded kept overflowed reached numbers".split(), 0)
        self.facts.update(constant=None, became=None, dtype="")
        self.lose()

    def lose(self) -> None:
        self._tensor: Any = weakly(None)
        self._constant: Any = None

    def visit(self, role: str, value: Any) -> None:
        if role == "optimizer":
            self._look_at_optimizer(value)
            return
        if role == self.first:
            self.lose()
        if role == "tensor":
            self._tensor = weakly(value)
        else:
            self._constant = value
        tensor = self._tensor()
        if tensor is not None and self._constant is not None:
            if self.is_worth_a_look() and budget.is_left():
                with budget.counted():
                    self._look(tensor, self._constant)
            self.lose()

    def _look(self, tensor: Any, constant: Any) -> None:
        values = numbers(tensor)
        if values is None or not values.is_floating_point() or not isinstance(constant, (int, float)):
            self.facts["unreadable"] += 1
            return
        became = self._hold(float(constant), values.dtype)
        self.facts["numbers"] += values.numel()
        self.facts["reached"] += int((values >= became).sum()) if became == 1 else 0

    def _look_at_optimizer(self, optimizer: Any) -> None:
        for group in getattr(optimizer, "param_groups", ()):
            for kind in sorted({each.dtype for each in group["params"] if each.is_floating_point()}, key=str):
                self._hold(float(group["eps"]), kind)

    def _hold(self, constant: float, kind: Any) -> float:
        """Put the constant into the type, and note what it is there."""
        limits = torch_state.torch.finfo(kind)
        self.facts["checked"] += 1
        if abs(constant) > limits.max:
            became, fate = math.copysign(math.inf, constant), "overflowed"
        else:
            became = float(torch_state.torch.tensor(constant, dtype=kind))
            fate = "rounded" if became in (0, 1) and became != constant else "kept"
        self.facts[fate] += 1
        if fate != "kept" or not self.facts["dtype"]:
            self.facts.update(constant=constant, became=str(became), dtype=str(kind))
        return became
