"""Whether this machine has the GPU that is asked for."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class NamedDevice(Site):
    """Counts the calls that begin and those that end; asks only a CUDA that has started how many GPUs there are."""

    looks_at = ("at",)
    may_look_at = ("before",)

    def begin(self) -> None:
        self.facts = {"begun": 0, "ended": 0, "built": True, "gpus": -1}

    def visit(self, role: str, value: Any) -> None:
        if role == self.first:
            self.facts["begun"] += 1
        if role == "at":
            self.facts["ended"] += 1
            self._look()

    def end(self) -> None:
        self._look()

    def _look(self) -> None:
        torch = torch_state.torch
        if torch is None:
            return
        self.facts["built"] = bool(torch.backends.cuda.is_built())
        if torch.cuda.is_initialized():
            self.facts["gpus"] = int(torch.cuda.device_count())
