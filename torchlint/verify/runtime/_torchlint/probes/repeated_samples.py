"""How many samples a DistributedSampler gives out again to fill up the ranks."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class RepeatedSamples(Site):
    """Asks samplers how many samples all ranks draw in a pass, and how many there are."""

    looks_at = ("sampler",)

    def begin(self) -> None:
        self.facts = dict.fromkeys("samplers unknown alone samples repeated".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        torch = torch_state.torch
        if torch is None or type(value) is not torch.utils.data.DistributedSampler:
            self.facts["unknown"] += 1  # another kind may fill up in its own way
            return
        if value.num_replicas < 2:
            self.facts["alone"] += 1
            return
        samples = len(value.dataset)
        self.facts["samplers"] += 1
        self.facts["samples"] = max(self.facts["samples"], samples)
        self.facts["repeated"] = max(self.facts["repeated"], value.total_size - samples)
