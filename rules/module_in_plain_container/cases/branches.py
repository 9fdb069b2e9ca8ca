"""A container that is registered in one branch and plain in the other, or beside modules that are called by name."""

import torch
from torch import nn


class Halved(nn.Module):
    def __init__(self, widths):
        super().__init__()
        if isinstance(widths, int):
            self.layers = nn.ModuleList([nn.Linear(widths, widths), nn.Linear(widths, widths)])
        else:
            self.layers = [nn.Linear(width, width) for width in widths]  # suspected: `self.layers` is a plain list
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu()
        return self.head(x)


class Pooled(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        if isinstance(sizes, int):
            self.pools = nn.ModuleList([nn.MaxPool1d(sizes), nn.MaxPool1d(sizes)])
        else:
            self.pools = [nn.MaxPool1d(size) for size in sizes]  # has no parameters
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        for pool in self.pools:
            x = pool(x)
        return self.head(x)


class Numbered(nn.Module):
    """Calls a registered module by its name, which says nothing of the list."""

    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(4, 4), nn.Linear(4, 4)]  # finding: `self.layers` is a plain list
        self.head_0 = nn.Linear(4, 2)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu()
        return self._modules["head_%d" % 0](x)


print(Numbered()(torch.rand(3, 4)), Halved([4, 4])(torch.rand(3, 4)), Pooled([1, 1])(torch.rand(3, 2, 4)))
