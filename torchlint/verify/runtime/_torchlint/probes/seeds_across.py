"""With which seeds this process's generators draw while it trains, to be held against those of other processes."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class SeedsAcross(Site):
    """Asks torch for the seeds of its generators after steps 1, 2, 3, 4, 8, 16, ... of any optimizer; draws nothing."""

    looks_at = ("at",)

    def begin(self) -> None:
        self._steps = 0
        self._next_step = 1
        self.facts = {"seeded": 0, "rank": 0, "processes": 1, "steps": 0, "seeds": {}}

    def visit(self, role: str, value: Any) -> None:
        self.facts["seeded"] += 1

    def stepped(self, optimizer: Any) -> None:
        self._steps += 1
        if self._steps < self._next_step or not self.facts["seeded"]:
            return
        self._next_step = self._steps + 1 if self._steps < 4 else self._steps * 2
        torch = torch_state.torch
        seeds = {"cpu": str(torch.initial_seed())}
        if torch.cuda.is_available() and torch.cuda.is_initialized():
            seeds["cuda"] = str(torch.cuda.initial_seed())
        self.facts["seeds"] = seeds

    def end(self) -> None:
        self.facts["steps"] = self._steps
        distributed = torch_state.torch.distributed
        if distributed.is_available() and distributed.is_initialized():
            self.facts.update(rank=distributed.get_rank(), processes=distributed.get_world_size())
