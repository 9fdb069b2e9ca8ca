"""How far the learning rates that a scheduler's `get_lr` computes are from those that its optimizer has."""

from __future__ import annotations

import math
from typing import Any

from ..schedulers import optimizer_of
from ..site import Site


class RecomputedRate(Site):
    """Compares what comes of each call with the rates of the scheduler's optimizer at that moment."""

    looks_at = ("scheduler", "rates")

    def begin(self) -> None:
        self._used: list[Any] = []
        self.facts = {**dict.fromkeys("calls unknown differing".split(), 0), "given": None, "used": None}

    def visit(self, role: str, value: Any) -> None:
        if role == "scheduler":
            optimizer = optimizer_of(value)
            self._used = [group.get("lr") for group in optimizer.param_groups] if optimizer is not None else []
            return
        given, used = (value if isinstance(value, (list, tuple)) else []), self._used
        pairs = [(float(a), float(b)) for a, b in zip(given, used) if isinstance(a, float) and isinstance(b, float)]
        if not pairs:
            self.facts["unknown"] += 1  # no scheduler, or its rates are tensors
            return
        self.facts["calls"] += 1
        differing = [(a, b) for a, b in pairs if not math.isclose(a, b, rel_tol=1e-9)]
        if differing:
            self.facts["differing"] += 1
            if self.facts["given"] is None:
                self.facts["given"], self.facts["used"] = differing[0]
