"""Functions that drop in every mode, and modules that call them; a run shows which ones do."""

import torch
import torch.nn.functional as F
from torch import nn


def drop_rows(rows, rate):
    if rate == 0:
        return rows
    return rows * F.dropout(torch.ones(len(rows), 1), p=rate)


def drop_rows_if(rows, rate, training):
    return rows * F.dropout(torch.ones(len(rows), 1), p=rate, training=training)


class Always(nn.Module):
    def __init__(self):
        super().__init__()
        self.rate = 0.5
        self.layer = nn.Linear(4, 2)

    def forward(self, rows):
        return self.layer(drop_rows(rows, self.rate))  # suspected: drops in eval mode too


class Never(nn.Module):
    def __init__(self):
        super().__init__()
        self.rate = 0.0
        self.layer = nn.Linear(4, 2)

    def forward(self, rows):
        return self.layer(drop_rows(rows, self.rate))  # suspected: drops in eval mode too  # refuted


class InTraining(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, rows):
        if self.training:
            rows = drop_rows(rows, 0.5)
        return self.layer(rows)


class Told(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, rows):
        return self.layer(drop_rows_if(rows, 0.5, self.training))


for model in (Always(), Never(), InTraining(), Told()):
    model.eval()
    with torch.no_grad():
        print(model(torch.ones(64, 4)).shape)
