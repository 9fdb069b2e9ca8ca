"""Whether what is kept as an attribute is a tensor, and how long such tensors live."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..readable import weakly
from ..site import Site

MOST_REMEMBERED = 64  # tensors of earlier calls, of which none is kept alive


class KeptTensor(Site):
    """Looks at the value that is kept, and at which of those of earlier calls are still there."""

    looks_at = ("tensor",)

    def begin(self) -> None:
        self.facts = dict.fromkeys("tensors others bytes alive alive_bytes".split(), 0)
        self._earlier: list[Any] = []

    def visit(self, role: str, value: Any) -> None:
        if not torch_state.is_tensor(value):
            self.facts["others"] += 1
            return
        self.facts["tensors"] += 1
        self.facts["bytes"] += _size(value)
        alive = [found for each in self._earlier if (found := each()) is not None and found is not value]
        if len(alive) > self.facts["alive"]:
            self.facts.update(alive=len(alive), alive_bytes=sum(map(_size, alive)))
        self._earlier = [*(each for each in self._earlier if each() is not None), weakly(value)][-MOST_REMEMBERED:]


def _size(tensor: Any) -> int:
    return int(tensor.numel() * tensor.element_size())
