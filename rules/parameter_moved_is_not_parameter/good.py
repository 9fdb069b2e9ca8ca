"""Learns to recognise a direction, with a scale and weights that are worked on as soon as they are made."""

import torch
from torch import nn

dtype = torch.float64


class Direction(nn.Module):
    def __init__(self, features: int) -> None:
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(1, dtype=dtype))
        self.weights = nn.Parameter(torch.randn(features).to(dtype))
        self.scale = nn.Parameter(torch.ones(features).unsqueeze(0).double())

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return (rows * self.weights * self.scale).sum(1) + self.bias


def main() -> None:
    torch.manual_seed(0)
    rows = torch.randn(256, 6, dtype=dtype)
    labels = (rows[:, 0] > rows[:, 1]).to(dtype)
    model = Direction(6)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for _ in range(100):
        loss = nn.functional.binary_cross_entropy_with_logits(model(rows), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print([name for name, _ in model.named_parameters()], f"loss {loss.item():.3f}")


if __name__ == "__main__":
    main()
