"""How often a scheduler steps, compared with its optimizer."""

from __future__ import annotations

import sys
import weakref
from typing import Any

from .. import steps
from ..schedulers import optimizer_of, rates_of
from ..site import Site


class Made:
    """A scheduler, whether it has stepped since it was made, and how often its optimizer has.

    Each step of a scheduler makes another list of learning rates. What it has done since the last look when it goes
    away, the first list tells: one of the references to it is in the scheduler's attributes, which go after this.
    """

    def __init__(self, scheduler: Any, optimizer: Any) -> None:
        self.optimizer = weakref.ref(optimizer)
        self.steps = 0
        self.is_moved = False
        self._rates = rates_of(scheduler)
        self._references = 0
        self._scheduler = weakref.ref(scheduler, self._look_at_its_end)

    def count_references(self) -> None:
        """Note how many there are to the first list while the scheduler has it."""
        self._references = sys.getrefcount(self._rates)

    def look(self) -> None:
        scheduler = self._scheduler()
        if scheduler is not None and rates_of(scheduler) is not self._rates:
            self.is_moved = True

    def _look_at_its_end(self, reference: Any) -> None:
        if sys.getrefcount(self._rates) < self._references:
            self.is_moved = True


class SchedulerSteps(Site):
    """Looks at a scheduler when it is made, whenever its optimizer has made a step, and at the end."""

    looks_at = ("scheduler",)

    def begin(self) -> None:
        self._made: list[Made] = []
        counts = dict.fromkeys("schedulers moved unknown steps".split(), 0)
        self.facts = {**counts, "first_rate": None, "last_rate": None}

    def visit(self, role: str, value: Any) -> None:
        optimizer = optimizer_of(value)
        if optimizer is None or rates_of(value) is None:
            self.facts["unknown"] += 1
            return
        self.facts["schedulers"] += 1
        self._made.append(Made(value, optimizer))
        self._made[-1].count_references()

    def stepped(self, optimizer: Any) -> None:
        for made in self._made:
            if made.optimizer() is optimizer:
                made.steps += 1
                made.look()
                self._note(steps.rate_of(optimizer))

    def _note(self, rate: float | None) -> None:
        if self.facts["first_rate"] is None:
            self.facts["first_rate"] = rate
        self.facts["last_rate"] = rate

    def end(self) -> None:
        for made in self._made:
            made.look()
        self.facts["moved"] = sum(made.is_moved for made in self._made)
        self.facts["steps"] = sum(made.steps for made in self._made)
