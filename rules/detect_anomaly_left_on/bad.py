"""Fits a small network, with the switch of last week's hunt for a NaN still on."""

import torch
from torch import nn

torch.autograd.set_detect_anomaly(True)  # finding: slows down every backward


def main() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
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
    torch.autograd.set_detect_anomaly(False)
