"""What a function drops while the module that calls it is in eval mode."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..readable import numbers
from ..site import Site


class DropoutInEval(Site):
    """Looks at the module and the strength that it uses, or counts zeros in what goes in and comes out."""

    looks_at = ("model",)
    may_look_at = ("dropped", "probability", "noise", "at")
    touches_tensors = True

    def begin(self) -> None:
        self._is_evaluating = False
        self._zeros: tuple[int, int] | None = None  # in how many numbers of the input
        self.facts = dict.fromkeys("train eval unknown looked_at dropping dropped compared".split(), 0)
        self.facts["probability"] = self.facts["noise"] = 0.0

    def visit(self, role: str, value: Any) -> None:
        if role == "model":
            self._start(value)
        elif self._is_evaluating and role == "dropped":
            is_looked_at = self.is_worth_a_look() and budget.is_left()
            self._zeros = zeros(value) if is_looked_at else None
        elif self._is_evaluating and role in ("probability", "noise"):
            self._probable(role, value)
        elif self._is_evaluating:
            self._compare(value)

    def _start(self, model: Any) -> None:
        self.lose()
        if not isinstance(model, torch_state.torch.nn.Module):
            self.facts["unknown"] += 1
        elif model.training:
            self.facts["train"] += 1
        else:
            self.facts["eval"] += 1
            self._is_evaluating = True

    def _probable(self, role: str, strength: Any) -> None:
        if isinstance(strength, (int, float)):
            self.facts["looked_at"] += 1
            self.facts["dropping"] += strength > 0
            self.facts[role] = max(self.facts[role], float(strength))

    def _compare(self, result: Any) -> None:
        before, self._zeros = self._zeros, None
        after = zeros(result) if before is not None else None
        if before is None or after is None or before[1] != after[1]:
            return
        dropped = max(0, after[0] - before[0])
        self.facts["looked_at"] += 1
        self.facts["dropping"] += dropped > 0
        self.facts["dropped"] += dropped
        self.facts["compared"] += after[1] - before[0]  # a zero that goes in shows nothing

    def lose(self) -> None:
        self._is_evaluating, self._zeros = False, None


def zeros(tensor: Any) -> tuple[int, int] | None:
    """How many of a tensor's first numbers are 0, and how many numbers these are; None where they can't be read."""
    with budget.counted():
        values = numbers(tensor)
        return None if values is None else (int((values == 0).sum()), int(values.numel()))
