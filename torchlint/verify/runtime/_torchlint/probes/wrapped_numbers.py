"""How many numbers of arithmetic in bytes have wrapped around."""

from __future__ import annotations

from typing import Any

from .. import budget
from ..plain_arrays import flat, shape_of, type_of
from ..site import Site

OPERATIONS = ("plus", "minus", "times")


class WrappedNumbers(Site):
    """Computes a few results once more, in 64 bits."""

    looks_at = ("left", "at")
    may_look_at = OPERATIONS
    rests = True

    def begin(self) -> None:
        self.facts = {**dict.fromkeys("numbers wrapped unreadable".split(), 0), "wider": ""}
        self._looks = False
        self.lose()

    def lose(self) -> None:
        self._sides: dict[str, Any] = {}

    def visit(self, role: str, value: Any) -> None:
        if role != "at":
            if role == "left":
                self.lose()
                self._looks = self.is_worth_a_look() and budget.is_left()
            if self._looks:
                with budget.counted():
                    self._sides[role] = shape_of(value), in_64_bits(value)
            return
        sides, self._sides = self._sides, {}
        if not self._looks:
            return
        with budget.counted():
            self._look(sides, value)

    def _look(self, sides: dict[str, Any], result: Any) -> None:
        how = next((role for role in OPERATIONS if role in sides), "")
        shape, left = sides.get("left", ((), None))
        other, right = sides.get(how, ((), None))
        given = flat(result)
        fits = other == shape or other == () or shape == ()
        if left is None or right is None or given is None or not fits:
            self.facts["unreadable"] += 1
        elif type_of(result) != "uint8":
            self.facts["wider"] = type_of(result)
        else:
            exact = left + right if how == "plus" else left - right if how == "minus" else left * right
            wrong = exact != given.astype("int64")
            self.facts["numbers"] += int(given.size)
            self.facts["wrapped"] += int(wrong.sum())


def in_64_bits(value: Any) -> Any:
    """The first numbers of an array, or a plain number, in 64 bits."""
    if isinstance(value, int):
        return value
    numbers = flat(value)
    return None if numbers is None or numbers.dtype.kind not in "iu" else numbers.astype("int64")
