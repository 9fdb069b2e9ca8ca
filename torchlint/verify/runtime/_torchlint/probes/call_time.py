"""How long a call takes, and what share of the program's time that is."""

from __future__ import annotations

import time
from typing import Any

from ..site import Site


class CallTime(Site):
    """Looks at the clock when the callee is known and when the call has come back."""

    looks_at = ("callee", "at")

    def begin(self) -> None:
        self._began: float | None = None
        self._first: float | None = None
        self.facts = {"calls": 0, "seconds": 0.0, "passed": 0.0}

    def visit(self, role: str, value: Any) -> None:
        now = time.perf_counter()
        if role == "callee":
            self._began = now
            self._first = now if self._first is None else self._first
            return
        if self._began is None or self._first is None:
            return
        self.facts["calls"] += 1
        self.facts["seconds"] += now - self._began
        self.facts["passed"] = now - self._first
        self._began = None

    def lose(self) -> None:
        self._began = None
