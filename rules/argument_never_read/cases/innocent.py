"""Parameters that are read in other ways, that say that they do nothing, or that are required."""

import functools

import torch
from torch import nn
from torch.utils.data import Dataset


class Stored(nn.Module):
    def __init__(self, width, rate=0.0, bias=True):
        super().__init__()
        self.options = dict(locals())
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return self.layer(x)


class Noted(nn.Module):
    def __init__(self, width, rate=0.0, bias=True):
        super().__init__()
        self.save_hyperparameters()
        self.layer = nn.Linear(width, width)

    def save_hyperparameters(self):
        pass

    def forward(self, x):
        return self.layer(x)


class Old(nn.Module):
    """A layer.

    Args:
        rate: deprecated, and kept for old configurations.
    """

    def __init__(
        self,
        width,
        rate=0.0,
        bias=True,  # unused since there are no biases
    ):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return self.layer(x)


def stores(function):
    @functools.wraps(function)
    def wrapped(self, *args, **kwargs):
        self.given = (args, kwargs)
        return function(self, *args, **kwargs)

    return wrapped


class Decorated(nn.Module):
    @stores
    def __init__(self, width, rate=0.0):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return self.layer(x)


class Required(nn.Module):
    def __init__(self, width, channels):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x, state):
        return self.layer(x)


class Nested(nn.Module):
    def __init__(self, width, rate=0.0):
        super().__init__()

        def layer():
            return nn.Sequential(nn.Linear(width, width), nn.Dropout(rate))

        self.layers = nn.Sequential(*(layer() for _ in range(2)))

    def forward(self, x):
        return self.layers(x)


class Abstract(Dataset):
    def __init__(self, root, download=False):
        """Read the folder."""

    def __getitem__(self, index):
        raise NotImplementedError


class Plain:
    def __init__(self, width, rate=0.0):
        self.width = width


x = torch.zeros(2, 3)
for layer in (Stored(3, 0.5), Noted(3, rate=0.5), Old(3, 0.5, bias=False), Decorated(3, rate=0.5), Nested(3, 0.5)):
    print(layer(x))
print(Required(3, 4)(x, None), Abstract("rows", download=True), Plain(3, 0.5))


class Kept:
    def __init__(self, times, state, rows, step, pairs=20):
        self.times = 300
        if times is not None:
            self.times = times
        self.state = None
        self.rows = []
        self.step = 0
        self.pairs = min(pairs, 20)
        self.count = 0

    def next(self):
        self.step += 1
        return self.rows[self.step]
