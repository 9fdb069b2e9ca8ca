"""How many points of one tag a call writes at one step."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site

# Of so many different points it is remembered that they were written; a run that has none twice by then has none.
MOST = 4096
MISSING = object()


class RepeatedPoints(Site):
    """Remembers the tags and steps of what a SummaryWriter has been given, as digests."""

    looks_at = ("writer", "tag", "at")
    may_look_at = ("step",)

    def begin(self) -> None:
        self._known: dict[int, int] = {}
        self.lose()
        self.facts = {**dict.fromkeys("points repeated most other unknown".split(), 0), "stepless": 0}

    def lose(self) -> None:
        self._writer: tuple[int, str] | None = None
        self._tag: Any = None
        self._step: Any = MISSING

    def visit(self, role: str, value: Any) -> None:
        if role == "writer":
            self.lose()
            self._writer = id(value), type(value).__name__
        elif role == "tag":
            self._tag = value if isinstance(value, str) else None
        elif role == "step":
            self._step = number_of(value)
        else:
            self._note()
            self.lose()

    def _note(self) -> None:
        if self._writer is not None and not self._writer[1].endswith("SummaryWriter"):
            self.facts["other"] += 1  # counts its steps itself, for all that is known
            return
        if self._writer is None or self._tag is None or self._step is None:
            self.facts["unknown"] += 1
            return
        is_stepless = self._step is MISSING
        self.facts["points"] += 1
        self.facts["stepless"] += is_stepless
        key = hash((self._writer[0], self._tag, "none" if is_stepless else self._step))
        if key not in self._known and len(self._known) >= MOST:
            return
        count = self._known[key] = self._known.get(key, 0) + 1
        self.facts["repeated"] += count > 1
        self.facts["most"] = max(self.facts["most"], count)


def number_of(step: Any) -> Any:
    """A step as a number, or that there is none; None where it is a tensor or something else."""
    if step is None:
        return MISSING
    if torch_state.is_tensor(step) or not hasattr(step, "__index__"):
        return None
    return int(step)
