"""Which gradients this process steps with, and to which weights, to be held against those of other processes."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..across_processes import AcrossProcesses
from ..gradients import norm, norm_of, parameters_of
from ..known import Known


class GradientsAcross(AcrossProcesses):
    """Looks at the parameters that a model and an optimizer share, after steps 1, 2, 3, 4, 8, 16, ... of that."""

    looks_at = ("model",)
    touches_tensors = True

    def begin(self) -> None:
        super().begin()
        self._models = Known()
        self.facts.update(models=0, unknown=0, norms={}, weights={})

    def visit(self, role: str, value: Any) -> None:
        torch = torch_state.torch
        if torch is None or not isinstance(value, torch.nn.Module):
            self.facts["unknown"] += 1
        elif value not in self._models:
            self.facts["models"] += 1
            self._models.put(value)

    def stepped(self, optimizer: Any) -> None:
        if not len(self._models):
            return
        held = {id(parameter) for parameter in parameters_of(optimizer)}
        shared = [p for model in self._models for p in parameters_of(model) if id(p) in held and p.grad is not None]
        if not shared:
            return
        self._steps += 1
        if self.is_step_worth_a_look():
            self.facts["norms"][str(self._steps)] = norm(shared)
            self.facts["weights"][str(self._steps)] = norm_of(shared)
