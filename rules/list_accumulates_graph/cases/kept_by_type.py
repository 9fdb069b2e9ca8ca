"""What a method keeps depends on the type that it is given; its names are not those of the loop that calls it."""

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.values = []

    def update(self, x):
        if not isinstance(x, torch.Tensor):
            self.values.append(float(x))
        else:
            self.values.append(x)


class Numbers:
    def __init__(self):
        self.values = []

    def update(self, x):
        if isinstance(x, torch.Tensor):
            self.values.append(x.item())
        else:
            self.values.append(x)


def train(batches):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    meter, numbers = Meter(), Numbers()
    for x in batches:
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        meter.update(loss)  # finding: `meter` keeps the graph of every `loss` alive
        numbers.update(loss)
    return meter.values, numbers.values


train(torch.randn(8, 2, 4))
