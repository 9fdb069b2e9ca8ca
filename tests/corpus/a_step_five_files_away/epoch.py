"""One epoch: its sum is one of numbers."""

from step import step


def epoch(model, criterion, optimizer, loader):
    total = 0.0
    for x, y in loader:
        total += step(model, criterion, optimizer, x, y)
    return total / len(loader)
