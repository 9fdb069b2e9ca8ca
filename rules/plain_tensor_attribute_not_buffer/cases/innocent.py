import torch
import torch.nn as nn


class Innocent(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("mean", torch.zeros(width))
        self.scale = nn.Parameter(torch.ones(width))
        self.half = torch.tensor(0.5)  # a number, which may stay on the CPU
        self.order = torch.tensor([2, 1, 0])  # an index may, too
        self.moved = torch.ones(width)
        self.typed = torch.ones(width)
        self.widths = torch.arange(width)
        self.state = torch.zeros(1, width)
        self.handed = torch.ones(width)
        self.unused = torch.ones(width)

    def forward(self, x):
        x = (x - self.mean) * self.scale * self.half
        x = x[:, self.order]
        x = x + self.moved.to(x.device) + self.typed.type_as(x)
        x = x * self.widths.shape[0]
        self.state = x + self.state
        return apply(x, self.handed)


class SeesToIt(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.ones(3)

    def _apply(self, function):
        self.table = function(self.table)
        return super()._apply(function)

    def forward(self, x):
        return x + self.table


class Plain:
    def __init__(self):
        self.table = torch.ones(3)

    def forward(self, x):
        return x + self.table


def apply(x, factor):
    return x * factor.to(x.device)
