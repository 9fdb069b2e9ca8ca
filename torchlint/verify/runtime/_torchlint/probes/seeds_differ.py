"""Whether two generators are seeded with different numbers."""

from __future__ import annotations

from typing import Any

from ..site import Site


class SeedsDiffer(Site):
    """Compares the numbers that the two calls were given last."""

    looks_at = ("seed", "other")

    def begin(self) -> None:
        self._other: Any = None
        self.facts = {**dict.fromkeys("different same unknown".split(), 0), "seeds": None}

    def visit(self, role: str, value: Any) -> None:
        number = int(value) if type(value).__name__ in ("int", "int64", "int32", "uint32") else None
        if role == "other":
            self._other = number
        elif number is None or self._other is None:
            self.facts["unknown"] += 1
        else:
            self.facts["same" if number == self._other else "different"] += 1
            if number != self._other:
                self.facts["seeds"] = [number, self._other]
