"""The same, where the optimizer is given the parameter."""

import torch
import torch.nn.functional as F
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.image = nn.Linear(8, 4)
        self.text = nn.Linear(8, 4)
        self.scale = nn.Parameter(torch.tensor(2.0))

    def forward(self, images, texts):
        return self.scale.exp() * self.image(images) @ self.text(texts).T


def given():
    model = Pair()
    groups = [{"params": model.image.parameters()}, {"params": model.text.parameters()}, {"params": [model.scale]}]
    optimizer = torch.optim.Adam(groups)
    for _ in range(4):
        optimizer.zero_grad()
        F.cross_entropy(model(torch.randn(4, 8), torch.randn(4, 8)), torch.arange(4)).backward()
        optimizer.step()


given()
