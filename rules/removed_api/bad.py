"""Trains a small classifier as programs did before PyTorch 0.4, and shows how far it is when asked to."""

import sys

import torch
from torch import nn
from torch.optim.lr_scheduler import ReduceLROnPlateau


def differentiate_and_show(loss: torch.Tensor) -> None:
    loss.backward(retain_variables=True)  # finding: use `retain_graph`
    print(loss.data[0])  # finding: `loss.data[0]` fails since PyTorch 1.0; use `.item()`


def plateau(optimizer: torch.optim.Optimizer) -> ReduceLROnPlateau:
    return ReduceLROnPlateau(optimizer, verbose=True)  # finding: fails since PyTorch 2.7


def main() -> None:
    torch.manual_seed(0)
    model = nn.Linear(4, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = plateau(optimizer) if "--plateau" in sys.argv else None
    inputs, targets = torch.randn(12, 4), torch.randint(3, (12,))
    for _ in range(5):
        loss = nn.functional.cross_entropy(model(inputs), targets)
        optimizer.zero_grad()
        if "--show" in sys.argv:
            differentiate_and_show(loss)
        else:
            loss.backward()
        optimizer.step()
        if scheduler is not None:
            scheduler.step(loss)
    print(model(torch.randn(2, 4)).argmax(1))


if __name__ == "__main__":
    main()
