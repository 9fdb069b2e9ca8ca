"""The optimizers of this process that have made a step, and how many."""

from __future__ import annotations

from typing import Any

from . import torch_state
from .known import Known

FIRST = 4  # steps of each optimizer, among which those that a fused one has skipped are told apart

_made = Known()


def count(optimizer: Any) -> None:
    """Note a step. A fused optimizer is called for steps, too, that GradScaler wants it to skip."""
    counted = _made.get(optimizer)
    if (counted is not None and counted[0] >= FIRST) or not is_skipped(optimizer):
        if counted is None:
            _made.put(optimizer, [1])
        else:
            counted[0] += 1


def is_skipped(optimizer: Any) -> bool:
    """Whether a fused optimizer is called for a step that GradScaler wants it to skip."""
    try:
        found: Any = getattr(optimizer, "found_inf", None)
        return torch_state.is_tensor(found) and not torch_state.is_out_of_bounds() and bool(found.item())
    except Exception:
        return False  # what can't be read skips nothing


def made_by(optimizer: Any) -> int:
    """How many steps an optimizer has made."""
    return int(_made.get(optimizer, (0,))[0])


def optimizers() -> list[Any]:
    """Those that have stepped and are still there."""
    return list(_made)


def rate_of(optimizer: Any) -> float | None:
    """The learning rate of the first group, where it can be read without waiting for a device."""
    rate: Any = optimizer.param_groups[0]["lr"] if optimizer.param_groups else None
    if isinstance(rate, (int, float)):
        return float(rate)
    if not torch_state.is_tensor(rate):
        return None
    with torch_state.undisturbed():
        return float(rate) if rate.device.type == "cpu" and not torch_state.is_out_of_bounds() else None
