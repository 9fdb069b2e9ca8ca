"""Passes that end before the step, and passes that end for another reason."""

import torch
import torch.nn.functional as F


def train(model, loader, k):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for number, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward()  # finding: sums gradients over several passes
        if (number + 1) % k:
            continue
        optimizer.step()
        optimizer.zero_grad()


def train_by_comparison(model, loader, k):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for number, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward()  # finding: sums gradients over several passes
        if (number + 1) % k != 0:
            continue
        optimizer.step()
        optimizer.zero_grad()


def train_each(model, loader, evaluate):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        if number % 100 != 0:
            continue
        evaluate(model)


def train_the_others(model, loader, evaluate):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for number, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        if number % 100 == 0:
            evaluate(loss)
            continue
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
