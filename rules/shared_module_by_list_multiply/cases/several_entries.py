"""Lists of several layers, multiplied."""

import torch
from torch import nn


class Deep(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.model = nn.Sequential(
            nn.Linear(width, width),
            nn.ReLU(),
            *([nn.Linear(width, width), nn.ReLU()] * (depth - 2)),  # finding: each repeat is the same `nn.Linear
            nn.Linear(width, 1),
        )
        self.tail = nn.Sequential(*[nn.ReLU(), nn.Linear(1, 1)] * 3)  # finding: the same `nn.Linear(1, 1)`
        self.quiet = nn.Sequential(*[nn.ReLU(), nn.Dropout(0.1)] * 3)
        self.once = nn.Sequential(*[nn.Linear(1, 1), nn.ReLU()] * 1)

    def forward(self, x):
        return self.quiet(self.once(self.tail(self.model(x))))


sizes = [nn.Linear(2, 2).in_features, 3] * 4
print(sizes, Deep(4, 5)(torch.ones(2, 4)))
