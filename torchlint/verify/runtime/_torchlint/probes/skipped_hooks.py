"""Which hooks of a module do not run when its forward is called by name."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site

# Where a module keeps the hooks that `__call__` runs.
HELD = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")


class SkippedHooks(Site):
    """Counts the hooks that are registered on the module at each call."""

    looks_at = ("model",)

    def begin(self) -> None:
        self.facts = {**dict.fromkeys("calls skipping hooks unknown".split(), 0), "model": ""}

    def visit(self, role: str, value: Any) -> None:
        if not isinstance(value, torch_state.torch.nn.Module):
            self.facts["unknown"] += 1
            return
        hooks = sum(len(value.__dict__.get(name) or ()) for name in HELD)
        self.facts["calls"] += 1
        self.facts["skipping"] += bool(hooks)
        self.facts["hooks"] = max(self.facts["hooks"], hooks)
        self.facts["model"] = self.facts["model"] or type(value).__name__
