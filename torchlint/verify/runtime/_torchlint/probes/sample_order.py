"""In which epochs the passes over a DistributedSampler's samples begin."""

from __future__ import annotations

from typing import Any

from .. import loaders, torch_state
from ..site import Site


class SampleOrder(Site):
    """Remembers which samplers these are: their epochs are noted where passes over loaders begin."""

    looks_at = ("sampler",)

    def begin(self) -> None:
        self._epochs: list[dict[int, int]] = []  # of each sampler: how many passes began in which
        names = "samplers unknown unshuffled passes repeated"
        self.facts = {**dict.fromkeys(names.split(), 0), "is_watched": loaders.is_watched}

    def visit(self, role: str, value: Any) -> None:
        torch = torch_state.torch
        if torch is None or type(value) is not torch.utils.data.DistributedSampler:
            self.facts["unknown"] += 1  # another kind may count its epochs by itself
            return
        self.facts["samplers"] += 1
        self.facts["unshuffled"] += not value.shuffle
        self._epochs.append(loaders.note_epochs(value))

    def end(self) -> None:
        """Ask in which epochs passes have begun by now."""
        self.facts.update(is_watched=loaders.is_watched, passes=0, repeated=0)
        for epochs in self._epochs:
            self.facts["passes"] += sum(epochs.values())
            self.facts["repeated"] += sum(count - 1 for count in epochs.values())
