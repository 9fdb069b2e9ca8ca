"""Whether a Subset takes its samples from a dataset that other Subsets take theirs from."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..known import Known
from ..site import Site


class SharedDataset(Site):
    """Remembers the parts of a split, weakly, until a transform is written to the dataset of one of them."""

    looks_at = ("part",)
    may_look_at = ("parts",)

    def begin(self) -> None:
        self._parts = getattr(self, "_parts", Known())
        self.facts = dict.fromkeys("parts others unknown alone shared samples".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role == "parts":
            for part in value if type(value) in (list, tuple) else ():
                self._parts.put(part)
            return
        torch = torch_state.torch
        if torch is None or not isinstance(value, torch.utils.data.Subset):
            self.facts["unknown"] += 1
        elif type(value) is not torch.utils.data.Subset:
            self.facts["others"] += 1  # a class of its own, which may have transforms
        elif "parts" not in self.roles:
            self.facts["parts"] += 1
            self.facts["samples"] += len(value.indices)
        else:
            self._look_around(value)

    def _look_around(self, part: Any) -> None:
        others = [one for one in self._parts if one is not part and one.dataset is part.dataset]
        self.facts["shared" if others else "alone"] += 1
        self.facts["samples"] += sum(len(one.indices) for one in others)
