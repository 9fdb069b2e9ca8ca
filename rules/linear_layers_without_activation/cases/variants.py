import sys
from collections import OrderedDict

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self, width, chosen):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(8, 16),
            nn.Dropout(0.1),
            nn.Linear(16, 4),  # finding: follows another linear layer with no activation between, so the two act as one
            nn.ReLU(),
            nn.Linear(4, 4),
        )
        self.row = nn.Sequential(
            nn.Linear(8, 16),
            nn.Linear(16, 16),  # finding: follows another linear layer with no activation between
            nn.Linear(16, 8),
            nn.Linear(8, 4),
        )
        self.down, self.up = nn.Linear(16, 2), nn.Linear(2, 16)
        self.some, self.other = nn.Linear(8, width), nn.Linear(width, 3)
        self.one, self.more = nn.Linear(8, chosen), nn.Linear(chosen, 3)
        self.query, self.scale = nn.Linear(8, 8), nn.Linear(8, 8)
        self.first, self.second = nn.Linear(4, 8), nn.Linear(8, 3)

    def forward(self, x):
        known = self.other(self.some(x))  # finding: follows another linear layer with no activation between
        unknown = self.more(self.one(x))  # suspected: follows another linear layer with no activation between
        query = self.query(x)
        scaled = self.scale(query) * query
        out = self.second(F.relu(self.first(self.layers(x))))
        # a product of two small matrices in place of a large one
        low_rank = self.up(self.down(torch.cat([x, x], dim=-1)))
        return known + unknown + out, scaled, low_rank


print(Net(4, len(sys.argv) + 7)(torch.rand(2, 8))[0].shape)


class Deeper(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.named = nn.Sequential(
            OrderedDict(
                [
                    ("first", nn.Linear(8, 8)),
                    ("act", nn.ReLU()),
                    ("second", nn.Linear(8, 8)),
                    ("drop", nn.Dropout(0.1)),
                    ("third", nn.Linear(8, 8)),  # finding: follows another linear layer with no activation between
                ]
            )
        )
        self.fine = nn.Sequential(OrderedDict([("a", nn.Linear(8, 8)), ("b", nn.ReLU()), ("c", nn.Linear(8, 8))]))
        self.dense, self.drop, self.out = nn.Linear(8, 8), nn.Dropout(0.1), nn.Linear(8, 8)
        self.hidden = nn.ModuleList([nn.Linear(8, 8) for _ in range(depth)])
        self.heads = nn.ModuleList([nn.Linear(8, 8) for _ in range(depth)])

    def forward(self, x):
        x = self.fine(self.named(x)).relu()
        x = self.drop(self.dense(x))
        x = F.dropout(self.out(x), 0.1, self.training)  # finding: follows another linear layer with no activation between
        x = x.relu()
        for layer in self.hidden:
            x = layer(x)  # suspected: follows another linear layer with no activation between
        x = x.relu()
        for layer in self.hidden:
            x = layer(x)
            x = x.relu()
        total = 0
        for head in self.heads:
            total = total + head(x)
        for head in self.heads:
            y = head(x)
        return total + y
