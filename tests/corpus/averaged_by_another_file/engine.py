"""Evaluations with a loss that another file makes."""

import torch


def loss_of(model, batch, criterion):
    x, y = batch
    return criterion(model(x), y)


@torch.no_grad()
def evaluate(model, loader, criterion):
    model.eval()
    total, count = 0.0, 0
    for batch in loader:
        total += loss_of(model, batch, criterion).item()
        count += len(batch[0])
    return total / count  # finding: `total` adds up one mean per batch but is divided by the number of samples


@torch.no_grad()
def evaluate_weighted(model, loader, criterion):
    model.eval()
    total, count = 0.0, 0
    for batch in loader:
        total += loss_of(model, batch, criterion).item() * len(batch[0])
        count += len(batch[0])
    return total / count
