"""A list in the order of use, of which each module is in one of PyTorch's containers, too."""

import torch
from torch import nn


class Features(nn.Module):
    def __init__(self, names):
        super().__init__()
        self.learned = nn.ModuleDict()
        self.in_order = []
        for name in names:
            if name == "mean":
                self.in_order.append(torch.mean)
            else:
                layer = nn.Linear(4, 4)
                self.learned[name] = layer
                self.in_order.append(layer)

    def forward(self, x):
        for one in self.in_order:
            x = one(x)
        return x


class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList()
        self.steps = []
        self.hidden = []  # finding: its modules are not trained
        for _ in range(2):
            layer = nn.Linear(4, 4)
            self.layers.append(layer)
            self.steps.append(layer)
            self.hidden.append(nn.Linear(4, 4))

    def forward(self, x):
        for layer in self.steps + self.hidden:
            x = layer(x)
        return x


for model in (Features(["first", "mean"]), Steps()):
    print(model(torch.zeros(1, 4)), len(list(model.parameters())))
