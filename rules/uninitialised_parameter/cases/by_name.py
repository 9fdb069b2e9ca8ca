"""Parameters that the class looks up by their names."""

import torch
from torch import nn


class InALoop(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Parameter(torch.empty(width, width))
        self.second = nn.Parameter(torch.empty(width))
        self.third = nn.Parameter(torch.empty(width))  # finding: nothing initialises `third`
        for name in ("first", "second"):
            nn.init.normal_(getattr(self, name))

    def forward(self, x):
        return x @ self.first + self.second + self.third


class Numbered(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight_0 = nn.Parameter(torch.empty(width))
        self.weight_1 = nn.Parameter(torch.empty(width))
        self.shift = nn.Parameter(torch.empty(width))  # finding: nothing initialises `shift`
        for number in range(2):
            getattr(self, f"weight_{number}").data.normal_()

    def forward(self, x):
        return x * getattr(self, "weight_0") + self.weight_1 + getattr(self, "shift")
