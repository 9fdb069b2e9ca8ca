"""Whether tensors that are kept one after the other pile up."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..readable import weakly
from ..site import Site

MOST_REMEMBERED = 4096  # tensors of the first calls, of which none is kept alive


class PiledTensors(Site):
    """Looks at how many of the tensors of the first calls are still there."""

    looks_at = ("tensor",)

    def begin(self) -> None:
        self.facts = dict.fromkeys("tensors others bytes remembered alive".split(), 0)
        self._first: list[Any] = []

    def visit(self, role: str, value: Any) -> None:
        if not torch_state.is_tensor(value):
            self.facts["others"] += 1
            return
        self.facts["tensors"] += 1
        self.facts["bytes"] += int(value.numel() * value.element_size())
        if self.is_worth_a_look():
            alive = sum(each() is not None for each in self._first)
            self.facts.update(remembered=len(self._first), alive=alive)
        if len(self._first) < MOST_REMEMBERED:
            self._first.append(weakly(value))
