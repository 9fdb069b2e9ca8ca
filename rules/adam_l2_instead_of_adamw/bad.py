"""Fits a line with weights that are kept small."""

import torch
from torch import nn


def main() -> None:
    torch.manual_seed(0)
    model = nn.Linear(4, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=0.01)  # finding: use `AdamW`
    inputs = torch.randn(16, 4)
    targets = inputs.sum(1, keepdim=True)
    for _ in range(5):
        loss = nn.functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss:.3f}")


if __name__ == "__main__":
    main()
