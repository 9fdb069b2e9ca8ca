"""Whether a tensor whose data is taken is part of a graph, and whether that data is written to."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..readable import numbers, weakly
from ..site import Site

SAMPLE = 4096  # numbers that are compared


class DataOfGraph(Site):
    """Looks at the tensor, and at its numbers after what is done with its data: `.data` has a version of its own."""

    looks_at = ("tensor", "at")

    def begin(self) -> None:
        self._tensor = weakly(None)
        self._before: Any = None
        self.facts = dict.fromkeys("in_graph leaf without unknown compared changed most_changed".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role != "tensor":
            self._look_after()
            return
        self._tensor, self._before = weakly(None), None
        if not torch_state.is_tensor(value):
            self.facts["unknown"] += 1
            return
        kind = "without" if not value.requires_grad else "leaf" if value.grad_fn is None else "in_graph"
        self.facts[kind] += 1
        if kind == "in_graph" and self.is_worth_a_look() and budget.is_left():
            with budget.counted():
                self._tensor, self._before = weakly(value), self._sample(value)

    def _look_after(self) -> None:
        tensor, before = self._tensor(), self._before
        self._tensor, self._before = weakly(None), None
        if tensor is None or before is None:
            return
        with budget.counted():
            after = self._sample(tensor)
            changed = int((after != before).sum()) if after is not None and after.shape == before.shape else 0
        self.facts["compared"] += 1
        self.facts["changed"] += changed > 0
        self.facts["most_changed"] = max(self.facts["most_changed"], changed)

    @staticmethod
    def _sample(tensor: Any) -> Any:
        row = numbers(tensor)
        return None if row is None else row[:SAMPLE].clone()

    def lose(self) -> None:
        self._tensor, self._before = weakly(None), None
