"""The same order in each epoch."""

import torch
from torch import nn

from data import divided


def main(dataset, world, rank):
    loader, _ = divided(dataset, world, rank)
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(9):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
