"""How many of the samples that a model is validated with it is trained on."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..site import Site

Samples = tuple[int, "range | frozenset[int]"]  # the identity of a dataset, and indices into it


class SampleOverlap(Site):
    """Compares datasets by their identity, and parts of one by their indices."""

    looks_at = ("held_out", "trained")

    def begin(self) -> None:
        self._seen: dict[str, Samples | None] = {}
        self.facts = dict.fromkeys("compared unknown elsewhere samples shared".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if not budget.is_left():
            return
        self._seen[role] = _samples(value)
        if len(self._seen) < 2:
            return
        held_out, trained = self._seen.pop("held_out"), self._seen.pop("trained")
        if held_out is None or trained is None:
            self.facts["unknown"] += 1
            return
        self.facts["compared"] += 1
        if held_out[0] != trained[0]:
            self.facts["elsewhere"] += 1
            return
        with budget.counted():
            self.facts["samples"] += len(held_out[1])
            self.facts["shared"] += sum(1 for index in held_out[1] if index in trained[1])


def _samples(value: Any) -> Samples | None:
    """Which samples a dataset, or a DataLoader without a sampler of its own, gives out."""
    torch = torch_state.torch
    if torch is None:
        return None
    data = torch.utils.data
    picked = None
    if isinstance(value, data.DataLoader):
        sampler = value.sampler
        if type(sampler) is data.SubsetRandomSampler:
            picked = frozenset(map(int, sampler.indices))
        elif type(sampler) not in (data.SequentialSampler, data.RandomSampler):
            return None
        value = value.dataset
    if not isinstance(value, data.Dataset) or isinstance(value, data.IterableDataset):
        return None
    while type(value) is data.Subset:
        indices = list(map(int, value.indices))
        picked = frozenset(indices if picked is None else (indices[at] for at in picked))
        value = value.dataset
    return id(value), range(len(value)) if picked is None else picked
