"""Labels and layers that are dropped by hand, at random."""

import random

import torch
from torch import nn


class Conditioned(nn.Module):
    def __init__(self, classes: int, cond_drop_rate: float) -> None:
        super().__init__()
        self.classes, self.cond_drop_rate = classes, cond_drop_rate
        self.table = nn.Embedding(classes + 1, 8)

    def forward(self, labels: torch.Tensor) -> torch.Tensor:
        dropped = torch.rand(len(labels)) < self.cond_drop_rate  # suspected: drops in eval mode too
        return self.table(torch.where(dropped, self.classes, labels))

    def sample(self, labels: torch.Tensor) -> torch.Tensor:
        return self.table(labels)


class AsksItself(Conditioned):
    def forward(self, labels: torch.Tensor) -> torch.Tensor:
        if self.training:
            labels = torch.where(torch.rand(len(labels)) < self.cond_drop_rate, self.classes, labels)
        return self.table(labels)


class AsksBehind(Conditioned):
    def forward(self, labels: torch.Tensor) -> torch.Tensor:
        dropped = (torch.rand(len(labels)) < self.cond_drop_rate) & self.training
        return self.table(torch.where(dropped, self.classes, labels))


class AskedByItsCaller(Conditioned):
    def token_drop(self, labels: torch.Tensor) -> torch.Tensor:
        return torch.where(torch.rand(len(labels)) < self.cond_drop_rate, self.classes, labels)

    def forward(self, labels: torch.Tensor, train: bool) -> torch.Tensor:
        if train and self.cond_drop_rate > 0:
            labels = self.token_drop(labels)
        return self.table(labels)


class Layers(nn.Module):
    def __init__(self, layerdrop: float) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(4)])
        self.layerdrop, self.mask_ratio = layerdrop, 0.75

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            if random.random() >= self.layerdrop:  # suspected: drops in eval mode too
                x = layer(x)
        return x

    def masked(self, x: torch.Tensor) -> torch.Tensor:
        return x * (torch.rand(x.shape[:2]) > self.mask_ratio)[..., None]


class Augmented(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.drop_rate = 0.1

    def drop_for_loss(self, x: torch.Tensor) -> torch.Tensor:
        return x * (torch.rand(len(x), 1) > self.drop_rate)
