"""Whether a tensor is copied to another device right after it was made."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class CopiedBytes(Site):
    """Compares the devices of what was made and of what is used, without touching their numbers."""

    looks_at = ("made", "at")

    def begin(self) -> None:
        self._made: tuple[Any, int] | None = None  # its device and its size
        self.facts: dict[str, Any] = {**dict.fromkeys("copied stayed unknown bytes".split(), 0), "device": ""}

    def visit(self, role: str, value: Any) -> None:
        is_plain = torch_state.is_tensor(value) and value.layout is torch_state.torch.strided
        if role == "made":
            self._made = (value.device, value.numel() * value.element_size()) if is_plain else None
        elif self._made is None or not is_plain:
            self.facts["unknown"] += 1
        elif value.device == self._made[0]:
            self.facts["stayed"] += 1
        else:
            self.facts["copied"] += 1
            self.facts["bytes"] += self._made[1]
            self.facts["device"] = str(value.device)

    def lose(self) -> None:
        self._made = None
