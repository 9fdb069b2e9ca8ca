"""How many positions are equal to the one before, and how far their angles are off, in half precision."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..readable import HALF, MOST_NUMBERS, numbers
from ..site import Site

FARTHEST = 64  # of the last positions the angles are compared: they are the largest


class MergedPositions(Site):
    """Looks at positions and frequencies as they are multiplied."""

    looks_at = ("positions", "frequencies")
    rests = True

    def begin(self) -> None:
        self.facts = {**dict.fromkeys("exact half unreadable repeated positions".split(), 0), "off": 0.0, "dtype": ""}
        self.lose()

    def lose(self) -> None:
        self._seen: dict[str, Any] = {}

    def visit(self, role: str, value: Any) -> None:
        if role == self.first:
            self.lose()
            if not (self.is_worth_a_look() and budget.is_left()):
                return
        elif not self._seen:
            return
        with budget.counted():
            self._seen[role] = numbers(value)
            if len(self._seen) == len(self.looks_at):
                self._look(self._seen["positions"], self._seen["frequencies"])
                self.lose()

    def _look(self, positions: Any, frequencies: Any) -> None:
        if positions is None or frequencies is None or not frequencies.is_floating_point():
            self.facts["unreadable"] += 1
            return
        torch = torch_state.torch
        kind = torch.promote_types(positions.dtype, frequencies.dtype)
        if str(kind) not in HALF:
            self.facts["exact"] += 1
            self.facts["dtype"] = self.facts["dtype"] or str(kind)
            return
        counted, waves = positions.to(kind), frequencies.to(kind)[: MOST_NUMBERS // FARTHEST]
        last = counted[-FARTHEST:].unsqueeze(1)
        angles = (last * waves).double() - last.double() * waves.double()
        self.facts["half"] += 1
        self.facts["positions"] += max(0, counted.numel() - 1)
        self.facts["repeated"] += int((counted[1:] == counted[:-1]).sum())
        self.facts["off"] = max(self.facts["off"], float(angles.abs().max()) if angles.numel() else 0.0)
        self.facts["dtype"] = str(kind)
