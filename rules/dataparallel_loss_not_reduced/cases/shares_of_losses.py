"""Losses that are divided, perhaps, before the backward."""

import torch
from torch import nn


class WithLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 1)

    def forward(self, x, y):
        out = self.layer(x)
        return out, nn.functional.mse_loss(out, y)


def train(batches, steps):
    model = nn.DataParallel(WithLoss())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(batches):
        out, loss = model(x, y)
        if steps > 1:
            loss = loss / steps
        loss.backward()  # finding: fails with several GPUs
        if i % steps == 0:
            optimizer.step()
            optimizer.zero_grad()
    for x, y in batches:
        out, loss = model(x, y)
        loss /= steps
        loss.backward()  # finding: fails with several GPUs
        optimizer.step()
        optimizer.zero_grad()
    for x, y in batches:
        out, loss = model(x, y)
        loss = loss.mean()
        if steps > 1:
            loss = loss / steps
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    for x, y in batches:
        out, loss = model(x, y)
        if steps > 1:
            loss = loss.sum() / steps
        elif len(x) > 1:
            loss = loss.sum()
        else:
            loss = loss.mean()
        loss /= 2
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
