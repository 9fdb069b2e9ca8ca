"""Loaders that a model is seen to be evaluated with, and those that it is trained on."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

model = nn.Linear(2, 1)


def rows(number):
    return TensorDataset(torch.zeros(number, 2))


def search(args, optimizer):
    """Architectures are trained on held-out data; what is left over comes up in another epoch."""
    val_loader = DataLoader(rows(100), batch_size=8, shuffle=True, drop_last=True)
    for (batch,) in val_loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def evaluate(args):
    test_loader = DataLoader(rows(100), batch_size=args.batch_size, drop_last=True)  # finding: leaves the last samples
    total = 0.0
    with torch.no_grad():
        for (batch,) in test_loader:
            total += model(batch).sum().item()
    return total


def evaluate_by_its_own_size(args):
    size = args.val_batch_size  # which may be 1
    val_loader = DataLoader(rows(100), batch_size=size, drop_last=True)  # suspected: leaves the last samples out
    total = 0.0
    with torch.no_grad():
        for (batch,) in val_loader:
            total += model(batch).sum().item()
    return total


def evaluate_some(args):
    val_loader = DataLoader(rows(100), batch_size=8, drop_last=True)  # suspected: leaves the last samples out
    total = 0.0
    with torch.no_grad():
        for at, (batch,) in enumerate(val_loader):
            if at == args.most:
                break
            total += model(batch).sum().item()
    return total
