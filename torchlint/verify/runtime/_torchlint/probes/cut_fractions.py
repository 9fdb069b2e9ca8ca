"""How many numbers a cast to whole ones leaves without all that was added to them."""

from __future__ import annotations

from typing import Any

from .. import budget
from ..plain_arrays import flat, shape_of
from ..site import Site


class CutFractions(Site):
    """Holds what a cast gives against the whole numbers that fractions were added to, or against 0."""

    looks_at = ("values", "at")
    may_look_at = ("base",)
    rests = True

    def begin(self) -> None:
        self.facts = dict.fromkeys("numbers lost unreadable".split(), 0)
        self._looks = False
        self._base: Any = None
        self._values: Any = None

    def lose(self) -> None:
        self._base = self._values = None

    def visit(self, role: str, value: Any) -> None:
        if role == self.first:
            self._looks = self.is_worth_a_look() and budget.is_left()
        if not self._looks:
            return
        if role == "base":
            self._base = self._numbers(value)
        elif role == "values":
            self._values = self._numbers(value)
        else:
            base, values = self._base, self._values
            self.lose()
            with budget.counted():
                self._look(base, values, value)

    def _numbers(self, value: Any) -> Any:
        """The shape of an array, and a copy of its first numbers."""
        with budget.counted():
            numbers = flat(value)
            return None if numbers is None else (shape_of(value), numbers.astype("float64"))

    def _look(self, base: Any, values: Any, result: Any) -> None:
        numbers = flat(result)
        needs_base = "base" in self.roles
        if numbers is None or values is None or (needs_base and (base is None or base[0] != values[0])):
            self.facts["unreadable"] += 1
            return
        before = base[1] if needs_base else 0.0
        moved = values[1] != before
        self.facts["numbers"] += int(moved.sum())
        self.facts["lost"] += int((moved & (numbers.astype("float64") == before)).sum())
