"""A class that loads in its own way has its own result; one that hands on to nn.Module has PyTorch's."""

from typing import Any

import torch
from torch import nn


class Trainer:
    """Holds a model, and looks itself at what was not loaded."""

    def __init__(self, model: nn.Module) -> None:
        self.model = model

    def load_state_dict(self, state: dict[str, Any], strict: bool = True) -> None:
        missing, unexpected = self.model.load_state_dict(state["model"], strict=strict)
        print(missing, unexpected)


class Careless:
    """Holds a model, and drops what PyTorch says of it."""

    def __init__(self, model: nn.Module) -> None:
        self.model = model

    def load_state_dict(self, state: dict[str, Any], strict: bool = True) -> None:
        self.model.load_state_dict(state["model"], strict=strict)


class Head(nn.Module):
    """A module that takes an old name for a new one, and gives back PyTorch's result."""

    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def load_state_dict(self, state: dict[str, Any], strict: bool = True, assign: bool = False) -> Any:
        if "linear.weight" in state:
            state["fc.weight"] = state["linear.weight"]
        return super().load_state_dict(state, strict=strict, assign=assign)


def resume(path: str) -> None:
    checkpoint = torch.load(path, weights_only=True)
    trainer = Trainer(nn.Linear(4, 2))
    trainer.load_state_dict(checkpoint, strict=False)
    careless = Careless(nn.Linear(4, 2))
    careless.load_state_dict(checkpoint, strict=False)  # finding: may silently load nothing
    head = Head()
    head.load_state_dict(checkpoint["head"], strict=False)  # finding: may silently load nothing
