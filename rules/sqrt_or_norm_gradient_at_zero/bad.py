"""Points are moved until their distances are what they should be; the same point is among its own neighbours."""

import torch
from torch import nn


class Embedding(nn.Module):
    def __init__(self, count: int, size: int) -> None:
        super().__init__()
        self.table = nn.Linear(count, size, bias=False)

    def forward(self, points: torch.Tensor) -> torch.Tensor:
        return self.table(points)


def distances(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.sqrt(((a - b) ** 2).sum(-1))  # finding: use `torch.linalg.vector_norm`


def main() -> None:
    torch.manual_seed(0)
    points = torch.eye(12)
    wanted = torch.cdist(torch.rand(12, 2), torch.rand(12, 2)).fill_diagonal_(0)
    model = Embedding(12, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(3):
        placed = model(points)
        loss = (distances(placed[:, None], placed[None, :]) - wanted).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step}: loss {loss.item():.3f}")


if __name__ == "__main__":
    main()
