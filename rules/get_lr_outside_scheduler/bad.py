"""Trains a small regression and prints the learning rate of each epoch."""

import torch
from torch import nn


def main() -> None:
    torch.manual_seed(0)
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
    inputs = torch.randn(64, 8)
    targets = inputs.sum(1, keepdim=True)
    for epoch in range(9):
        for x, y in zip(inputs.split(16), targets.split(16)):
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
        scheduler.step()
        print(f"epoch {epoch}: lr {scheduler.get_lr()[0]:.4f}, loss {loss.item():.4f}")  # finding: call `get_last_lr()`


if __name__ == "__main__":
    main()
