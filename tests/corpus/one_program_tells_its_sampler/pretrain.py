"""Each epoch in another order."""

import torch
from torch import nn

from data import divided


def main(dataset, world, rank):
    loader, order = divided(dataset, world, rank)
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(9):
        order.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
