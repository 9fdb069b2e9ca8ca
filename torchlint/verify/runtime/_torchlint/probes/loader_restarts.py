"""Whether a place takes one batch after the other from new iterators of the same DataLoader."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..known import Known
from ..site import Site


class LoaderRestarts(Site):
    """Knows the DataLoaders that were here before, as long as they live."""

    looks_at = ("loader",)

    def begin(self) -> None:
        self._before = Known()
        self.facts = dict.fromkeys("loaders unknown again in_order batches workers".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        torch = torch_state.torch
        if torch is None or not isinstance(value, torch.utils.data.DataLoader):
            self.facts["unknown"] += 1
            return
        self.facts["loaders"] += 1
        if value in self._before:
            self.facts["again"] += 1
            return
        self._before.put(value)
        batches = value.batch_sampler if value.batch_sampler is not None else value.sampler
        sampler: Any = getattr(value, "sampler", None)
        self.facts["in_order"] += type(sampler) is torch.utils.data.SequentialSampler
        self.facts["workers"] = max(self.facts["workers"], value.num_workers)
        if type(batches) is torch.utils.data.BatchSampler:
            self.facts["batches"] = max(self.facts["batches"], len(batches))
