"""Trains by a call, and evaluates by itself: turning gradients off for all of main would end the training."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from loops import train


def main():
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Dropout(), nn.Linear(16, 2))
    loader = DataLoader(TensorDataset(torch.randn(32, 8), torch.randint(0, 2, (32,))), batch_size=8)
    train(model, loader, nn.CrossEntropyLoss(), torch.optim.SGD(model.parameters(), lr=0.1))
    model.eval()
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum()  # finding: is evaluated with gradients enabled
    print(right.item())


def evaluate_only(model, loader):
    model.eval()
    return sum((model(x).argmax(1) == y).sum() for x, y in loader)  # finding: decorate `evaluate_only` with


if __name__ == "__main__":
    main()
