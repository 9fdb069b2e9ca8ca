"""Functions and classes that a program decorates without the `@`."""

import functools

import torch
import tracking
from torch import nn

tracker = tracking.Tracker()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x)


def step(model, x):
    return model(x).sigmoid()


def slope(x):
    return x.sigmoid()


def other(model, x):
    return model(x)


Net = tracking.bind(Net, "net")
SGD = tracking.bind(torch.optim.SGD)
step = tracker.log("step", history=False)(tracker.track("step", 3)(step))
slope = torch.func.grad(slope)
another = tracker.track("other")(other)
rows = torch.rand(3)
rows = tracking.read(rows)

reveal(Net())  # module, Net
reveal(SGD(Net().parameters(), 0.1))  # optimizer, torch.optim.SGD
reveal(step(Net(), torch.rand(3)))  # tensor, grad, sigmoid
reveal(slope)  # unknown
reveal(another)  # unknown
reveal(rows)  # unknown


def looped(loader):
    global step
    step = functools.partial(step, Net())
    for x in loader:
        reveal(step(x))  # tensor, grad, sigmoid
