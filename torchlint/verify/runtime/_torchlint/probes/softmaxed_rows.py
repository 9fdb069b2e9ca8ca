"""Whether a softmax along dimension 0 goes over the rows of a batch, and what its rows then sum to."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..readable import plain
from ..site import Site


class SoftmaxedRows(Site):
    """Looks at shapes, and at the sums of some rows."""

    looks_at = ("scores", "at")

    def begin(self) -> None:
        self.facts = dict.fromkeys("batches flat unreadable rows".split(), 0)
        self.facts.update(lowest=None, highest=None)
        self._is_batch = False

    def lose(self) -> None:
        self._is_batch = False

    def visit(self, role: str, value: Any) -> None:
        shape = tuple(value.shape) if torch_state.is_tensor(value) else ()
        if role == "scores":
            self._is_batch = len(shape) > 1
            self.facts["batches" if len(shape) > 1 else "flat" if shape else "unreadable"] += 1
            self.facts["rows"] = max(self.facts["rows"], shape[0] if len(shape) > 1 else 0)
        elif self._is_batch and budget.is_left() and (found := plain(value)) is not None and found.numel():
            self._is_batch = False
            with budget.counted():
                self._look(found[:64].double())

    def _look(self, result: Any) -> None:
        """The sums of the first rows, of probabilities or of their logarithms."""
        sums = (result.exp() if bool((result < 0).any()) else result).sum(-1)
        low, high = float(sums.min()), float(sums.max())
        before = self.facts["lowest"], self.facts["highest"]
        self.facts["lowest"] = low if before[0] is None else min(before[0], low)
        self.facts["highest"] = high if before[1] is None else max(before[1], high)
