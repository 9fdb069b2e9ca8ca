"""Tells positive from negative sums, with a loss that is given the output and the target."""

import torch
from torch import nn
from torch.nn import functional as F


def main() -> None:
    torch.manual_seed(0)
    model = nn.Linear(4, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(300):
        x = torch.randn(64, 4)
        y = (x.sum(1, keepdim=True) > 1).float()
        logits = model(x)
        loss = F.binary_cross_entropy_with_logits(y, logits)  # finding: `logits` is the output and `y` the target
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        x = torch.randn(1000, 4)
        right = (model(x) > 0) == (x.sum(1, keepdim=True) > 1)
    print(f"loss {loss.item():.2f}, {right.float().mean().item():.0%} right")


if __name__ == "__main__":
    main()
