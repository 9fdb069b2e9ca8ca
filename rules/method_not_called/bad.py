"""Fits a small network, and evaluates it."""

import torch
from torch import nn


def main() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    inputs = torch.randn(16, 4)
    targets = inputs.sum(1, keepdim=True)
    for _ in range(5):
        loss = nn.functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad  # finding: `optimizer.zero_grad` is not called
        loss.backward()
        optimizer.step()
    model.eval  # finding: write `model.eval()`
    with torch.no_grad():
        print(nn.functional.mse_loss(model(inputs), targets))


if __name__ == "__main__":
    main()
