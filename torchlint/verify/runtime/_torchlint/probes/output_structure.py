"""What a model's forward returns: types, lengths and numbers of dimensions, and how often."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..readable import is_ordinary
from ..site import Site

MOST_SIGNATURES = 8
MOST_PARTS = 12


class OutputStructure(Site):
    """Looks at the value that is returned, and at the model for the mode that it is in."""

    looks_at = ("result",)
    may_look_at = ("model",)

    def begin(self) -> None:
        self._mode = ""
        self.facts: dict[str, Any] = {"train": {}, "eval": {}, "": {}}

    def visit(self, role: str, value: Any) -> None:
        if role == "model":
            is_module = isinstance(value, torch_state.torch.nn.Module)
            self._mode = ("train" if value.training else "eval") if is_module else ""
            return
        signature, seen = signature_of(value), self.facts[self._mode]
        if signature in seen or len(seen) < MOST_SIGNATURES:
            seen[signature] = seen.get(signature, 0) + 1


def signature_of(value: Any, depth: int = 2) -> str:
    """`tuple(Tensor 2d, None)` for what is returned: the type, and what it is made of."""
    name = type(value).__name__
    if is_ordinary(value):
        return f"Tensor {torch_state.torch.Tensor.dim(value)}d"
    if type(value) in (tuple, list) and depth:
        parts = [signature_of(part, depth - 1) for part in value[:MOST_PARTS]]
        return f"{name}({', '.join(parts)}{', ...' if len(value) > MOST_PARTS else ''})"
    return name if value is not None else "None"
