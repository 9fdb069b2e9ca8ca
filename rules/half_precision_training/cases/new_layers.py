"""New layers in float16 that a trainer of another file trains; and those that nobody does."""

import torch
from torch import nn

from elsewhere import made_by_settings


class Prompted(nn.Module):
    def __init__(self, body, precision):
        super().__init__()
        self.body = body.half()
        self.head = nn.Sequential(nn.Linear(8, 2), nn.ReLU())
        if precision == "fp16":
            self.head.half()  # suspected: stores new layers in float16
        self.gate = nn.Linear(8, 8).half().cuda()  # suspected: stores new layers in float16
        self.last = nn.Linear(2, 2).half()
        for parameter in self.last.parameters():
            parameter.requires_grad_(False)
        self.scale = nn.Linear(2, 2).half().float()

    def forward(self, x):
        return self.scale(self.last(self.head(self.gate(self.body(x)))))


class Judge(nn.Module):
    """Compares, and is not trained."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8).half()

    def forward(self, x):
        with torch.no_grad():
            return self.layer(x)


def train(model, loader):
    optimizer = made_by_settings(model)
    for x in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
