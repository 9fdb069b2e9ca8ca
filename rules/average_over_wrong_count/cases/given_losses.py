"""Losses that a function is given, over loaders that it is given: most losses return a mean."""

import torch
import torch.nn.functional as F


def evaluate(model, loader, criterion):
    model.eval()
    total, weighted = 0.0, 0.0
    with torch.no_grad():
        for x, y in loader:
            loss = criterion(model(x), y)
            total += loss.item()
            weighted += loss.item() * len(x)
    print(weighted / len(loader.dataset))
    return total / len(loader.dataset)  # suspected: adds up one mean per batch but is divided by the number of samples


def per_batch(model, loader, criterion):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for x, y in loader:
            total += criterion(model(x), y).item()
    return total / len(loader)


def of_known_losses(model, loader):
    model.eval()
    total, summed = 0.0, 0.0
    with torch.no_grad():
        for x, y in loader:
            total += F.cross_entropy(model(x), y).item()
            summed += F.cross_entropy(model(x), y, reduction="sum").item()
    print(summed / len(loader.dataset))
    return total / len(loader.dataset)  # finding: adds up one mean per batch but is divided by the number of samples


def of_each_sample(model, loader, score):
    total = 0.0
    for x, y in loader:
        total += score(model(x), y)
    return total / len(loader.dataset)
