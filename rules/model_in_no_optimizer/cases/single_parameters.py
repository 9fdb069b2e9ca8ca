"""Optimizers that are given a model's layers one by one, and its own parameter or not."""

import torch
import torch.nn.functional as F
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.image = nn.Linear(8, 4)
        self.text = nn.Linear(8, 4)
        self.scale = nn.Parameter(torch.tensor(2.0))
        self.unused = nn.Parameter(torch.zeros(3))

    def forward(self, images, texts):
        return self.scale.exp() * self.image(images) @ self.text(texts).T


def step(model, optimizer):
    optimizer.zero_grad()
    F.cross_entropy(model(torch.randn(4, 8), torch.randn(4, 8)), torch.arange(4)).backward()
    optimizer.step()


def without():
    model = Pair()
    groups = [{"params": model.image.parameters(), "lr": 1e-4}, {"params": model.text.parameters()}]
    optimizer = torch.optim.Adam(groups)  # finding: `model.scale` is in no optimizer, so it never learns
    for _ in range(4):
        step(model, optimizer)


def whole():
    model = Pair()
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(4):
        step(model, optimizer)


without()
whole()
