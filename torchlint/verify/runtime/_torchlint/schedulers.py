"""What a learning rate scheduler says of itself."""

from __future__ import annotations

from typing import Any

from . import torch_state


def optimizer_of(scheduler: Any) -> Any:
    """The optimizer of a scheduler of PyTorch's, or of a class derived from it; None for anything else."""
    if torch_state.torch is None:
        return None
    optimizer = getattr(scheduler, "__dict__", {}).get("optimizer")
    return optimizer if isinstance(optimizer, torch_state.torch.optim.Optimizer) else None


def rates_of(scheduler: Any) -> Any:
    """The learning rates of a scheduler's last step, a list that each step makes anew; None where there is none."""
    rates = vars(scheduler).get("_last_lr")
    return rates if isinstance(rates, list) else None


def is_resumed(scheduler: Any) -> bool:
    """Whether a scheduler goes on where another run has stopped."""
    epoch = vars(scheduler).get("last_epoch")
    return isinstance(epoch, int) and epoch > 0
