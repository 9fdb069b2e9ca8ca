"""Validation that goes through the training loader, although there is another one that nothing reads."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


class Solver:
    def __init__(self, model: nn.Module, loaders: tuple[DataLoader, DataLoader]) -> None:
        self.model = model
        self.train_loader, self.val_loader = loaders

    @torch.no_grad()
    def _validate(self) -> float:
        self.model.eval()
        total, seen = 0.0, 0
        for x, y in self.train_loader:  # suspected: `self.train_loader` is used for both training and validation
            total += F.mse_loss(self.model(x), y, reduction="sum").item()
            seen += y.numel()
        return total / seen


class Both:
    """Looks at both."""

    def __init__(self, model: nn.Module, loaders: tuple[DataLoader, DataLoader]) -> None:
        self.model = model
        self.train_loader, self.val_loader = loaders

    @torch.no_grad()
    def evaluate(self) -> tuple[float, float]:
        self.model.eval()
        total = again = 0.0
        for x, y in self.train_loader:
            total += F.mse_loss(self.model(x), y, reduction="sum").item()
        for x, y in self.val_loader:
            again += F.mse_loss(self.model(x), y, reduction="sum").item()
        return total, again
