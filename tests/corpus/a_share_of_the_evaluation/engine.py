"""Evaluations over loaders that another file makes."""

import torch


def evaluate(model, loader, count):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for x in loader:
            total += model(x).mean().item()
    print(f"score {total / count}")  # finding: `total` covers only this rank's share of the data


def evaluate_all(model, loader, count):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for x in loader:
            total += model(x).mean().item()
    print(f"score {total / count}")


def measure(model, loader):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for x in loader:
            total += model(x).mean().item()
    return total
