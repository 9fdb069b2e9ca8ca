"""A layer that is one of several, by a setting: its sizes are those of either."""

import torch
from torch import nn


class Motion(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        if kind == "affine":
            self.head = nn.Linear(16, 6)
        else:
            self.head = nn.Linear(16, 2)

    def forward(self, x):
        rows = x.shape[0]
        moved = self.head(x)
        if self.kind == "affine":
            moved = moved.view(rows, 2, 3)
        return moved


class States(nn.Module):
    def __init__(self, states, width):
        super().__init__()
        self.states, self.width = states, width
        self.head = nn.Linear(16, width * states)

    def forward(self, x):
        return self.head(x).view(self.states, x.shape[0], self.width)  # finding: `view` does not reorder elements


print(Motion("affine")(torch.rand(5, 16)).shape, States(2, 8)(torch.rand(5, 16)).shape)
