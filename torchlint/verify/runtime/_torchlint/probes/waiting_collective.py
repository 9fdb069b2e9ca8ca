"""Which ranks come to a collective, and whether it lets them go on."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class WaitingCollective(Site):
    """Counts the calls that begin and those that end, and asks torch.distributed who this process is."""

    looks_at = ("callee", "at")

    def begin(self) -> None:
        self.facts = {"begun": 0, "ended": 0, "rank": -1, "world": 0, "backend": ""}

    def visit(self, role: str, value: Any) -> None:
        if role == "at":
            self.facts["ended"] += 1
            self.write()  # the next one may never end
            return
        self.facts["begun"] += 1
        self._look()
        self.write()

    def _look(self) -> None:
        distributed = getattr(torch_state.torch, "distributed", None)
        if distributed is not None and distributed.is_available() and distributed.is_initialized():
            self.facts["rank"] = int(distributed.get_rank())
            self.facts["world"] = int(distributed.get_world_size())
            self.facts["backend"] = str(distributed.get_backend())
