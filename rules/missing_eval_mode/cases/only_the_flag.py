"""A flag that is set on the model alone is reported where it is set, and not again where the model is evaluated."""

import torch
from torch import nn


def fit(model, loader, optimizer):
    model.train()
    for rows, labels in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(rows), labels).backward()
        optimizer.step()


def accuracy_by_flag(model, loader):
    model.training = False
    with torch.no_grad():
        return sum((model(rows).argmax(1) == labels).float().mean().item() for rows, labels in loader)


def accuracy(model, loader):
    with torch.no_grad():
        return sum((model(rows).argmax(1) == labels).float().mean().item() for rows, labels in loader)  # finding: `model` is evaluated


def main(loader, held_out):
    model = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.5), nn.Linear(8, 2))
    fit(model, loader, torch.optim.SGD(model.parameters(), lr=0.1))
    print(accuracy_by_flag(model, held_out))
    fit(model, loader, torch.optim.SGD(model.parameters(), lr=0.1))
    print(accuracy(model, held_out))
