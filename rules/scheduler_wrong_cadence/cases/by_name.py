"""A number of steps that is computed in a line of its own."""

import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR
from torch.utils.data import DataLoader

model = nn.Linear(2, 2)
loader = DataLoader(torch.randn(64, 2), batch_size=8)
epochs = 3


def once_per_epoch():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    steps = epochs * len(loader)
    scheduler = CosineAnnealingLR(optimizer, T_max=steps)
    for _ in range(epochs):
        for x in loader:
            optimizer.zero_grad()
            model(x).pow(2).mean().backward()
            optimizer.step()
        scheduler.step()  # finding: runs once per epoch, but `CosineAnnealingLR` expects `steps` steps, one per batch


def for_each_batch():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    steps = epochs * len(loader)
    scheduler = CosineAnnealingLR(optimizer, T_max=steps)
    for _ in range(epochs):
        for x in loader:
            optimizer.zero_grad()
            model(x).pow(2).mean().backward()
            optimizer.step()
            scheduler.step()
