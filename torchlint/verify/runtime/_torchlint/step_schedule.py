"""Which steps of each optimizer, and which backwards that lead to them, are worth a closer look."""

from __future__ import annotations

from typing import Any

from .known import Known
from .sampling import Sampled


class StepSchedule:
    """Counts the steps of each optimizer: steps 1, 2, 3, 4, 8, 16, ... are due, and the backwards that lead to one."""

    def __init__(self) -> None:
        self._optimizers = Known()  # how many steps of each
        self._due = Known()  # those whose next step is due
        self.is_backward_due = True

    def begins(self, optimizer: Any) -> int:
        """Count a step. Its number if it is due, else 0; the backwards that follow lead to the next one."""
        own = self._optimizers.get(optimizer)
        if own is None:
            own = Sampled()
            self._optimizers.sweep()
            self._optimizers.put(optimizer, own)
        is_due = own.is_due()
        is_next_due = own.count + 1 >= own.next
        if is_next_due or self.is_backward_due:
            self.is_backward_due = self._due.note(optimizer, is_next_due)
        return own.count if is_due else 0

    def is_next_due(self, optimizer: Any) -> bool:
        """Whether the next step of an optimizer is due."""
        return self.is_backward_due and optimizer in self._due
