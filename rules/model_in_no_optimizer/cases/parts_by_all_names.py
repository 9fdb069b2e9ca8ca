"""An optimizer that is given the parameters of all new parts by their names."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.hub import load


class Adapted(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = load("models", "body")
        self.adapter = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)
        self.scale = nn.Linear(2, 2)
        self.scale.requires_grad_(False)

    def forward(self, x):
        return self.scale(self.head(F.relu(self.adapter(self.body(x)))))


def fit(loader):
    model, names = Adapted(), ("adapter", "head")
    optimizer = torch.optim.Adam(
        [p for n, p in model.named_parameters() if any(name in n for name in names) and p.requires_grad]
    )
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
