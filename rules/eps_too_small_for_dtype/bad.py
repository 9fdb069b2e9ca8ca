"""Three epsilons that are too small for the numbers that they are to protect."""

import torch
from torch import nn


def surprise(model: nn.Module, rows: torch.Tensor) -> torch.Tensor:
    p = torch.sigmoid(model(rows)).clamp(1e-8, 1 - 1e-8)  # finding: is exactly 1 in float32
    return -torch.log(1 - p).mean()


def logarithm(counts: torch.Tensor) -> torch.Tensor:
    shares = (counts / counts.sum()).half()
    return torch.log(shares + 1e-8)  # finding: `1e-8` is 0 in float16


def train_in_half(rows: torch.Tensor) -> torch.Tensor:
    model = nn.Linear(8, 1).half()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)  # finding: has the default `eps=1e-8`
    loss = model(rows.half()).pow(2).mean() * 1e-4
    loss.backward()
    optimizer.step()
    return model.weight.detach()


def main() -> None:
    torch.manual_seed(0)
    rows = torch.randn(32, 8)
    print("surprise", surprise(nn.Linear(8, 1), rows * 100).item())
    print("logarithm", logarithm(torch.tensor([3.0, 0.0, 5.0])))
    print("weights", train_in_half(rows))


if __name__ == "__main__":
    main()
