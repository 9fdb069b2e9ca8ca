"""A loss of its own whose `__call__` stands in place of a forward."""

import torch
from torch import nn


class RealOrFake(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("real", torch.tensor(1.0))
        self.loss = nn.BCEWithLogitsLoss()

    def __call__(self, scores, is_real):
        return self.loss(scores, torch.full_like(scores, float(is_real)))  # finding: `scores` holds probabilities


class OfLogits(RealOrFake):
    def __call__(self, scores, is_real):
        return self.loss(scores, torch.full_like(scores, float(is_real)))


critic = nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())
plain = nn.Linear(4, 1)
optimizer = torch.optim.Adam([*critic.parameters(), *plain.parameters()])
first, second = RealOrFake(), OfLogits()
for _ in range(3):
    rows = torch.randn(8, 4)
    loss = first(critic(rows), True) + second(plain(rows), True)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
