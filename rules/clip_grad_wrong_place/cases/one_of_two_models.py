"""A trainer of one of two models: each is called where the other is, too."""

import torch
from torch import nn


class Narrow(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        return self.layer(x)


class Wide(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))

    def forward(self, x):
        return self.layers(x)


class Trainer:
    def __init__(self, loader, is_wide):
        self.loader = loader
        if is_wide:
            self.model = Wide()
        else:
            self.model = Narrow()
        self.optimizer = torch.optim.Adam(self.model.parameters())

    def logits(self, inputs):
        return self.model(inputs)

    def train(self):
        self.model.train()
        for inputs, targets in self.loader:
            self.optimizer.zero_grad()
            loss = nn.functional.cross_entropy(self.logits(inputs), targets)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
