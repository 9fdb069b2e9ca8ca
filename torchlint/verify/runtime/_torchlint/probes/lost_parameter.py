"""Whether what was made of a parameter is a parameter still."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class LostParameter(Site):
    """Looks at what kind of tensor each result is, and at none of its numbers."""

    looks_at = ("result",)

    def begin(self) -> None:
        self.facts = dict.fromkeys("lost leaves unknown numbers".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if not torch_state.is_tensor(value):
            self.facts["unknown"] += 1
        elif isinstance(value, torch_state.torch.nn.Parameter) or (value.is_leaf and value.requires_grad):
            self.facts["leaves"] += 1
        else:
            self.facts["lost"] += 1
            self.facts["numbers"] += int(value.numel())
