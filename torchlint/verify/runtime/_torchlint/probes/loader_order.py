"""Whether a DataLoader gives out its samples in the same order in each pass."""

from __future__ import annotations

from typing import Any

from .. import loaders, torch_state
from ..site import Site


class LoaderOrder(Site):
    """Asks DataLoaders for their samplers; how often they were gone through is counted where batches come from."""

    looks_at = ("loader",)

    def begin(self) -> None:
        self._sequential: dict[int, int] = {}  # with the passes before: of one that is gone, and had the same id
        counts = "loaders unknown in_order others passes samples"
        self.facts = {**dict.fromkeys(counts.split(), 0), "is_watched": loaders.is_watched}

    def visit(self, role: str, value: Any) -> None:
        torch = torch_state.torch
        if torch is None or not isinstance(value, torch.utils.data.DataLoader):
            self.facts["unknown"] += 1
            return
        self.facts["loaders"] += 1
        sampler: Any = getattr(value, "sampler", None)
        if type(sampler) is not torch.utils.data.SequentialSampler:
            self.facts["others"] += 1
            return
        self.facts["in_order"] += 1
        self.facts["samples"] = max(self.facts["samples"], len(sampler))
        key = loaders.key_of(value)
        self._sequential[key] = loaders.of_keys({key}).passes

    def end(self) -> None:
        """Ask how often these were gone through by now."""
        each = [loaders.of_keys({key}).passes - before for key, before in self._sequential.items()]
        # A script's places are known before it imports torch, and its loaders are watched from then on.
        self.facts.update(is_watched=loaders.is_watched, passes=max(self.facts["passes"], *each, 0))
