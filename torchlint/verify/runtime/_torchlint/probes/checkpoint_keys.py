"""Whether the names in a state dict are those of a wrapped model."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site

PREFIXES = ("module", "_orig_mod")


class CheckpointKeys(Site):
    """Counts the names that begin with what wrappers put before them."""

    may_look_at = ("state", "prepared")

    def begin(self) -> None:
        self.facts: dict[str, Any] = dict.fromkeys(("looked", "unknown", "alone", "keys", *PREFIXES), 0)
        self.facts["first"] = ""

    def visit(self, role: str, value: Any) -> None:
        if not isinstance(value, dict):
            self.facts["unknown"] += 1
            return
        if not self.is_worth_a_look():
            return
        self.facts["looked"] += 1
        self.facts["alone"] += role == "prepared" and is_alone()
        names = [name for name in value if isinstance(name, str)]
        self.facts["keys"] += len(names)
        for prefix in PREFIXES:
            found = [name for name in names if name.startswith(f"{prefix}.")]
            self.facts[prefix] += len(found)
            self.facts["first"] = self.facts["first"] or (found[0] if found else "")


def is_alone() -> bool:
    """Whether no other process trains with this one."""
    distributed = torch_state.torch.distributed
    return not (distributed.is_available() and distributed.is_initialized() and distributed.get_world_size() > 1)
