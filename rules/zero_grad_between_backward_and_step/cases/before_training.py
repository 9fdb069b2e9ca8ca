"""A step without gradients before the training, after which a scheduler may step without a warning."""

import torch
from torch import nn


def train(loader):
    model = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 3)
    optimizer.zero_grad()
    optimizer.step()
    for epoch in range(10):
        scheduler.step()
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def train_backwards(loader):
    model = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.step()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.zero_grad()  # finding: clears the gradients that
