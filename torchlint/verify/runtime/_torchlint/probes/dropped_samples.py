"""How many samples a DataLoader leaves out because they fill no batch."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class DroppedSamples(Site):
    """Asks DataLoaders how many samples a pass draws, and how many of them their batches hold."""

    looks_at = ("loader",)

    def begin(self) -> None:
        self.facts = dict.fromkeys("loaders unknown samples dropped".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        torch = torch_state.torch
        if torch is None or not isinstance(value, torch.utils.data.DataLoader):
            self.facts["unknown"] += 1
            return
        batches: Any = value.batch_sampler
        if type(batches) is not torch.utils.data.BatchSampler or not _is_of_torch(batches.sampler):
            self.facts["unknown"] += 1  # a stream, or classes whose code need not be run here
            return
        drawn = len(batches.sampler)
        self.facts["loaders"] += 1
        self.facts["samples"] += drawn
        self.facts["dropped"] += drawn % batches.batch_size if batches.drop_last else 0


def _is_of_torch(sampler: Any) -> bool:
    """Whether a sampler of PyTorch's has a length, which that of a stream has not."""
    return type(sampler).__module__.startswith("torch.utils.data") and hasattr(type(sampler), "__len__")
