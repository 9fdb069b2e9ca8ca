"""Whether what is transformed and transformed back is as long as it was."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class ShorterSignal(Site):
    """Looks at the shapes before and after: no number is read."""

    looks_at = ("signal", "at")

    def begin(self) -> None:
        self.facts = {**dict.fromkeys("signals unreadable shorter".split(), 0), "before": [], "after": []}
        self._shape: Any = None

    def lose(self) -> None:
        self._shape = None

    def visit(self, role: str, value: Any) -> None:
        shape = list(value.shape) if torch_state.is_tensor(value) else None
        if role == "signal":
            self._shape = shape
            return
        before, self._shape = self._shape, None
        if before is None or shape is None or len(before) != len(shape):
            self.facts["unreadable"] += 1
            return
        self.facts["signals"] += 1
        if any(was % 2 == 1 and now == was - 1 for was, now in zip(before, shape)):
            self.facts["shorter"] += 1
            self.facts.update(before=before, after=shape)
