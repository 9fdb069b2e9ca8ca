"""Layers that nothing calls, of which one has a stand-in, and one is all that an optimizer gets."""

import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, rate=0.1, rate_of_rows=0.1):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.rate = rate
        self.drop = nn.Dropout(rate)  # suspected: call it in `forward`, or delete it, unless the dropout
        self.drop_rows = nn.Dropout(rate_of_rows)  # finding: call it in `forward`, or delete it

    def forward(self, x):
        return F.dropout(self.body(x), self.rate, self.training)


class Mean(nn.Module):
    def __init__(self):
        super().__init__()
        self.dummy = nn.Linear(1, 1)  # suspected: is never used, so its parameters

    def forward(self, x):
        return x.mean(dim=1, keepdim=True)


torch.optim.SGD(Mean().parameters(), lr=0.1)
print(Block()(torch.ones(2, 3)), Mean()(torch.ones(2, 3)))
