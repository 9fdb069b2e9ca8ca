"""Models that hold the loss that others train them with."""

import torch
import torch.nn.functional as F
from torch import nn


class Values(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.out = nn.Linear(4, 8), nn.Linear(8, 2)
        self.optimizer = torch.optim.Adam(self.parameters())
        self.loss = nn.MSELoss()

    def forward(self, state):
        hidden = F.relu(self.hidden(state))
        actions = F.relu(self.out(hidden))  # suspected: so `self.loss` can't match targets below 0
        return actions


class WithLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.out, self.relu = nn.Linear(4, 2), nn.ReLU()
        self.criterion = nn.SmoothL1Loss()

    def forward(self, state):
        return self.relu(self.out(state))  # suspected: so `self.criterion` can't match targets below 0


class Right(Values):
    def forward(self, state):
        return self.out(F.relu(self.hidden(state)))


class ByClass(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 2)
        self.loss = nn.CrossEntropyLoss()

    def forward(self, x):
        return F.relu(self.out(x))


class Pixels(nn.Module):
    """The last layer is a convolution: what it makes may be an image."""

    def __init__(self):
        super().__init__()
        self.last = nn.Conv2d(8, 3, 3, padding=1)
        self.loss = nn.MSELoss()

    def forward(self, x):
        return F.relu(self.last(x))


class Computes(nn.Module):
    """It computes the loss itself, of something else."""

    def __init__(self):
        super().__init__()
        self.features, self.out = nn.Linear(4, 8), nn.Linear(8, 1)
        self.loss = nn.MSELoss()

    def forward(self, x):
        return F.relu(self.features(x))

    def step(self, x, y):
        return self.loss(self.out(self(x)), y)
