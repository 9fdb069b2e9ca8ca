"""Learns a wave with a stack of residual blocks, which are one block several times."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.inner = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.tanh(self.inner(x))


class Waves(nn.Module):
    def __init__(self, width: int = 16, depth: int = 6) -> None:
        super().__init__()
        self.embed = nn.Linear(1, width)
        self.blocks = nn.Sequential(*[Block(width)] * depth)  # finding: all entries are the same `Block(width)`
        self.heads = nn.ModuleList([nn.Linear(width, 1)] * 2)  # finding: `nn.Linear(width, 1)`, sharing one set of

    def forward(self, points: torch.Tensor) -> torch.Tensor:
        x = self.blocks(self.embed(points))
        return torch.cat([head(x) for head in self.heads], dim=1)


def main() -> None:
    torch.manual_seed(0)
    points = torch.linspace(-3, 3, 200).unsqueeze(1)
    wanted = torch.cat([torch.sin(2 * points), torch.cos(3 * points)], dim=1)
    model = Waves()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for _ in range(150):
        loss = nn.functional.mse_loss(model(points), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{sum(p.numel() for p in model.parameters())} parameters, loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
