"""Models that a method builds layer by layer, and targets that are written as repeated numbers."""

import torch
from torch import nn


class Adversary:
    def __init__(self, depth):
        self.features = nn.Linear(8, 16)
        self.judge = self._build(depth)
        self.loss = nn.MSELoss()

    def _build(self, depth):
        model = nn.Sequential()
        model.add_module("first", nn.Linear(16, 100))
        for place in range(depth):
            model.add_module(f"more{place}", nn.Linear(100, 100))
            model.add_module(f"act{place}", nn.LeakyReLU())
        model.add_module("last", nn.Linear(100, 1))
        return model

    def compute(self, rows):
        codes = self.features(rows)
        real = torch.tensor(codes.shape[0] * [1], dtype=codes.dtype)
        judged = self.judge(codes)
        wrong = self.loss(judged, real)  # suspected: `judged` (N, 1) and `real` (N,) broadcast to (N, N)
        return wrong + self.loss(judged.squeeze(1), real) + self.loss(judged, real[:, None])

    def update(self, rows, optimizer):
        optimizer.zero_grad()
        self.compute(rows).backward()
        optimizer.step()
