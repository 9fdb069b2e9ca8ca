"""How many numbers of a tensor are other ones after a call that it was given to."""

from __future__ import annotations

from typing import Any

from .. import budget
from ..readable import numbers, weakly
from ..site import Site


class ChangedInput(Site):
    """Holds the first numbers of the tensor against a copy of them from before the call."""

    looks_at = ("tensor", "at")

    def begin(self) -> None:
        self.facts = dict.fromkeys("calls changed numbers other unreadable".split(), 0)
        self.lose()

    def lose(self) -> None:
        self._tensor: Any = weakly(None)
        self._before: Any = None

    def visit(self, role: str, value: Any) -> None:
        if role == "tensor":
            self.lose()
            if self.is_worth_a_look() and budget.is_left():
                with budget.counted():
                    found = numbers(value)
                    self._before = None if found is None else found.clone()
                    self._tensor = weakly(value)
                    self.facts["unreadable"] += found is None
            return
        tensor, before = self._tensor(), self._before
        self.lose()
        if tensor is not None and before is not None:
            with budget.counted():
                now = numbers(tensor)
                same_size = now is not None and now.shape == before.shape
                other = int(((now != before) & ~((now != now) & (before != before))).sum()) if same_size else 0
            self.facts["calls"] += same_size
            self.facts["unreadable"] += not same_size
            self.facts["changed"] += other > 0
            self.facts["other"] += other
            self.facts["numbers"] += int(before.numel()) if same_size else 0
