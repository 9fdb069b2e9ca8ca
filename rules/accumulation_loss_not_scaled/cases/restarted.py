"""Steps where a count of passes begins again; who divides by the number that it counts to has the mean."""

import torch
from torch import nn

WAITS, PARTS = 4, 8


def train(loader):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    waiting = 0
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()  # finding: sums gradients over several passes
        waiting += 1
        if waiting == WAITS:
            optimizer.step()
            optimizer.zero_grad()
            waiting = 0


def train_with_means(loader):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    waiting = 0
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y) / PARTS
        loss.backward()
        waiting += 1
        if waiting == PARTS:
            optimizer.step()
            optimizer.zero_grad()
            waiting = 0


def train_until_enough(loader, most):
    """The count stops the training: each pass has its step."""
    model = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    steps = 0
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        steps += 1
        if steps == most:
            steps = 0
            print("enough")
