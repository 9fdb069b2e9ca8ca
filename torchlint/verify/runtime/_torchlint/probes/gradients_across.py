"""Which gradients this process steps with, to be held against those of other processes."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..gradients import norm, parameters_of
from ..known import Known
from ..site import Site


class GradientsAcross(Site):
    """Looks at the parameters that a model and an optimizer share, after steps 1, 2, 3, 4, 8, 16, ... of that."""

    looks_at = ("model",)
    touches_tensors = True

    def begin(self) -> None:
        self._models = Known()
        self._steps = 0
        self._next_step = 1
        self.facts = {"models": 0, "unknown": 0, "rank": 0, "processes": 1, "steps": 0, "norms": {}}

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
        if self._steps < self._next_step:
            return
        self._next_step = self._steps + 1 if self._steps < 4 else self._steps * 2
        self.facts["norms"][str(self._steps)] = norm(shared)

    def end(self) -> None:
        self.facts["steps"] = self._steps
        distributed = torch_state.torch.distributed
        if distributed.is_available() and distributed.is_initialized():
            self.facts.update(rank=distributed.get_rank(), processes=distributed.get_world_size())
