"""On which devices the tensors of a file are after it was loaded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import torch_state
from ..gradients import modules_of
from ..site import Site

MOST = 10_000  # tensors that are looked at in one file
DEEPEST = 6


class LoadedDevices(Site):
    """Counts the tensors in what is loaded by where they are, without reading their numbers."""

    looks_at = ("result",)

    def begin(self) -> None:
        self.facts: dict[str, Any] = dict.fromkeys("looked files tensors away bytes cut".split(), 0)
        self.facts["devices"] = []

    def visit(self, role: str, value: Any) -> None:
        if not self.is_worth_a_look():
            return
        self.facts["looked"] += 1
        found = list(tensors_in(value))
        self.facts["files"] += bool(found)
        self.facts["tensors"] += len(found)
        self.facts["cut"] += len(found) >= MOST
        away = [one for one in found if one.device.type not in ("cpu", "meta")]
        self.facts["away"] += len(away)
        self.facts["bytes"] += sum(one.numel() * one.element_size() for one in away)
        self.facts["devices"] = sorted({*self.facts["devices"], *(str(one.device) for one in away)})[:8]


def tensors_in(value: Any) -> Iterator[Any]:
    """The tensors in containers and modules, each once."""
    torch = torch_state.torch
    seen: set[int] = set()
    waiting = [(value, 0)]
    while waiting and len(seen) < MOST:
        one, depth = waiting.pop()
        if id(one) in seen or depth > DEEPEST:
            continue
        seen.add(id(one))
        if torch_state.is_tensor(one):
            yield one
        elif isinstance(one, dict):
            waiting += [(part, depth + 1) for part in one.values()]
        elif isinstance(one, (list, tuple)):
            waiting += [(part, depth + 1) for part in one[:MOST]]
        elif torch is not None and isinstance(one, torch.nn.Module):
            held = [vars(part).get(name, {}) for part in modules_of(one) for name in ("_parameters", "_buffers")]
            waiting += [(part, depth + 1) for parts in held for part in parts.values()]
