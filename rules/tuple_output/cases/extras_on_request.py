"""What is returned beside the scores is what was asked for: nothing in one model of this run, a norm in the other."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, extras):
        super().__init__()
        self.body, self.head = nn.Linear(8, 8), nn.Linear(8, 3)
        self.extras = extras

    def forward(self, x):
        hidden = torch.relu(self.body(x))
        return self.head(hidden), *[extra(hidden) for extra in self.extras]  # finding: bare tuple  # refuted


class Regressor(nn.Module):
    def __init__(self, extras):
        super().__init__()
        self.body, self.head = nn.Linear(8, 8), nn.Linear(8, 1)
        self.extras = extras

    def forward(self, x):
        hidden = torch.relu(self.body(x))
        return self.head(hidden), *[extra(hidden) for extra in self.extras]  # finding: bare tuple


torch.manual_seed(0)
rows = torch.randn(4, 8)
for model in (Classifier([]), Regressor([torch.linalg.norm])):
    scores, *extras = model(rows)
    print(scores.shape, extras)
