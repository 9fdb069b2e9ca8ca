"""Whether batches of one sample lose the dimension that they are a batch by."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class LostDimension(Site):
    """Looks at the shapes before and after: no number is read."""

    looks_at = ("tensor", "at")

    def begin(self) -> None:
        self.facts = dict.fromkeys("batches unreadable flat lost".split(), 0)
        self.facts.update(smallest=None, largest=None, before=[], after=[])
        self._shape: Any = None

    def lose(self) -> None:
        self._shape = None

    def visit(self, role: str, value: Any) -> None:
        shape = list(value.shape) if torch_state.is_tensor(value) else None
        if role == "tensor":
            self._shape = shape
            return
        before, self._shape = self._shape, None
        if before is None or shape is None:
            self.facts["unreadable"] += 1
        elif len(before) < 2:
            self.facts["flat"] += 1  # no batch, or a batch of plain numbers
        else:
            self._compare(before, shape)

    def _compare(self, before: list[int], after: list[int]) -> None:
        size, (low, high) = before[0], (self.facts["smallest"], self.facts["largest"])
        self.facts["batches"] += 1
        self.facts["smallest"] = size if low is None else min(low, size)
        self.facts["largest"] = size if high is None else max(high, size)
        if size == 1 and (not after or len(after) < 1 + sum(n != 1 for n in before[1:])):
            self.facts["lost"] += 1
            self.facts.update(before=before, after=after)
