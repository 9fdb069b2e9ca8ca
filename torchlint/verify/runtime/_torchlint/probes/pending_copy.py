"""Whether a copy to the CPU is still under way when the program goes on."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class PendingCopy(Site):
    """Asks the stream whether all of its work is done, which waits for nothing."""

    looks_at = ("tensor", "at")

    def begin(self) -> None:
        self._device: Any = None
        self.facts = dict.fromkeys("looked unknown on_host done pending".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role == "tensor":
            self._device = value.device if torch_state.is_tensor(value) else None
        elif self._device is None or not torch_state.is_tensor(value):
            self.facts["unknown"] += 1
        elif self.is_worth_a_look():
            self.facts["looked"] += 1
            self.facts[self._state()] += 1

    def _state(self) -> str:
        if self._device.type == "cpu":
            return "on_host"
        if self._device.type != "cuda":
            return "done"  # of other devices nothing is known
        stream = torch_state.torch.cuda.current_stream(self._device)
        return "done" if stream.query() else "pending"

    def lose(self) -> None:
        self._device = None
