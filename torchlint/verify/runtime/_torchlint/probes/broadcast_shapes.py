"""Whether an output and a target have shapes of which PyTorch makes a third, larger one."""

from __future__ import annotations

from math import prod
from typing import Any

from .. import torch_state
from ..site import Site


class BroadcastShapes(Site):
    """Looks at both shapes: no number is read."""

    looks_at = ("output", "target")

    def begin(self) -> None:
        self.facts = dict.fromkeys("pairs unreadable equal spread".split(), 0)
        self.facts.update(output=[], target=[], result=[])
        self._shapes: dict[str, Any] = {}

    def lose(self) -> None:
        self._shapes.clear()

    def visit(self, role: str, value: Any) -> None:
        if role == self.first:
            self._shapes.clear()
        self._shapes[role] = list(value.shape) if torch_state.is_tensor(value) else None
        if len(self._shapes) < 2:
            return
        output, target = self._shapes["output"], self._shapes["target"]
        self._shapes.clear()
        if output is None or target is None:
            self.facts["unreadable"] += 1
            return
        self.facts["pairs"] += 1
        result = _spread(output, target)
        if result is None or prod(result) <= max(prod(output), prod(target)):
            self.facts["equal"] += 1
        else:
            self.facts["spread"] += 1
            self.facts.update(output=output, target=target, result=result)


def _spread(first: list[int], second: list[int]) -> list[int] | None:
    """The shape that both are spread to; None where they do not fit."""
    longest = max(len(first), len(second))
    pairs = zip([1] * (longest - len(first)) + first, [1] * (longest - len(second)) + second)
    sizes = [(a, b) for a, b in pairs]
    return [max(a, b) for a, b in sizes] if all(a == b or 1 in (a, b) for a, b in sizes) else None
