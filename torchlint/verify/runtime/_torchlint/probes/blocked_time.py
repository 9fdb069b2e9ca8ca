"""How long the program stands still where it fetches a number, and where that number is."""

from __future__ import annotations

import time
from typing import Any

from .. import waits
from ..graph import tensors_in
from ..site import Site


class BlockedTime(Site):
    """Takes the time between the tensor and the number that is made of it, and between one such wait and the next."""

    looks_at = ("tensor",)
    may_look_at = ("at",)

    def begin(self) -> None:
        self._began: float | None = None
        self._first: float | None = None
        self.facts = {"devices": {}, "timed": 0, "blocked": 0.0, "least": None, "passes": 0, "seconds": 0.0}

    def visit(self, role: str, value: Any) -> None:
        now = time.perf_counter()
        if role == "at":
            if self._began is not None:
                self.facts["timed"] += 1
                took = now - self._began
                self.facts["blocked"] += took
                self.facts["least"] = min(took, self.facts["least"] or took)
            self._began = None
            return
        device = next((tensor.device.type for tensor in tensors_in(value, 1)), "none")
        devices = self.facts["devices"]
        devices[device] = devices.get(device, 0) + 1
        if self._first is None:
            self._first = now
            for first, last in self.lines.values():
                waits.note_judged(self.file, first, last)
        else:
            self.facts["passes"] += 1
        self.facts["seconds"] = now - self._first
        self._began = time.perf_counter()
