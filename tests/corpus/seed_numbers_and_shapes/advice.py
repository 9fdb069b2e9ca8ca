"""Numerical advice, and what it is worth in float32 and float16."""

import torch
from torch import nn

EPS = 1e-8


def as_advised(logits, labels):
    p = torch.sigmoid(logits)
    p = torch.clamp(p, EPS, 1 - EPS)  # finding: is exactly 1 in float32
    return p, labels


def optimizer_for(features):
    model = nn.Linear(features, 1).half()
    return torch.optim.Adam(model.parameters(), lr=1e-3)  # finding: has the default `eps=1e-8`, which is 0 in float16


class Distance(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(4, 8)

    def forward(self, a, b):
        return torch.sqrt(((self.embed(a) - self.embed(b)) ** 2).sum(1))  # finding: is a sum of squares
