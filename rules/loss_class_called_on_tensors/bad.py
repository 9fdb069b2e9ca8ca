"""Fits a line, and tells how far it is off when asked to."""

import sys

import torch
from torch import nn


def error(model: nn.Module, inputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    outputs = model(inputs)
    return nn.MSELoss(outputs, targets)  # finding: `nn.MSELoss` is a class that takes settings, not tensors


def main() -> None:
    torch.manual_seed(0)
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    inputs = torch.randn(16, 4)
    targets = inputs.sum(1, keepdim=True)
    for _ in range(5):
        loss = nn.functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(error(model, inputs, targets) if "--error" in sys.argv else loss)


if __name__ == "__main__":
    main()
