"""What later code uses as no tuple can be used."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(3),  # finding: makes `self.norm` a tuple, so `self.norm(x)` fails
        self.layers = nn.Linear(3, 3),
        self.names = "a",
        self.either = nn.Linear(3, 3),

    def forward(self, x):
        x = self.norm(x)
        for layer in self.layers:
            x = layer(x)
        return x, self.names.index("a")

    def choose(self, x):
        self.either = nn.Linear(3, 4)
        return self.either(x)


def train(model, x, criterion):
    optimizer = torch.optim.SGD(model.parameters()),  # finding: `optimizer.step` fails
    loss = criterion(model(x)),  # finding: makes `loss` a tuple, so `loss.backward` fails
    loss.backward()
    optimizer.step()
    out = model(x),
    first = out[0].sum()
    out = model(x)
    out.sum()
    sizes = x,
    return first, sizes.count(x), len(sizes)


train(Net(), torch.ones(2, 3), nn.MSELoss())
