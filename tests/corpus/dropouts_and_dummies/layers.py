"""Layers that nothing calls: by mistake, and because what they do is done otherwise."""

import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, width, rate=0.1, rate_of_weights=0.0, rate_of_rows=0.0, rate_of_ends=0.1):
        super().__init__()
        self.body, self.rows = nn.Linear(width, width), nn.LSTM(width, width, num_layers=2, dropout=rate_of_ends)
        self.rate, self.rate_of_ends = rate, rate_of_ends
        self.drop = nn.Dropout(rate)  # suspected: call it in `forward`, or delete it, unless the dropout
        self.drop_weights = nn.Dropout(rate_of_weights)  # suspected: call it in `forward`, or delete it, if
        self.drop_rows = nn.Dropout(rate_of_rows)  # finding: call it in `forward`, or delete it
        self.drop_ends = nn.Dropout(rate_of_ends)  # finding: call it in `forward`, or delete it

    def forward(self, x):
        return F.dropout(self.rows(self.body(x))[0], self.rate, self.training)


class Stack(nn.Module):
    def __init__(self, width, share=0.0, attention=0.0):
        super().__init__()
        self.blocks = nn.ModuleList(
            [Block(width, rate_of_weights=attention, rate_of_rows=share) for _ in range(2)],
        )
        self.spare = nn.Linear(width, width)  # finding: so its parameters never learn

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


class Persistence(nn.Module):
    """Tomorrow is like today."""

    def __init__(self):
        super().__init__()
        self.dummy = nn.Linear(1, 1)  # suspected: gives an optimizer a parameter

    def forward(self, x):
        return x
