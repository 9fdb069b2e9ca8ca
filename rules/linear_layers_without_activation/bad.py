"""Tells which points lie inside a circle, which no straight line does."""

import torch
from torch import nn


class Inside(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.hidden = nn.Linear(2, 32)
        self.more = nn.Linear(32, 32)
        self.out = nn.Linear(32, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.hidden(x)
        x = self.more(x)  # finding: follows another linear layer with no activation between, so the two act as one
        return self.out(x)


def points(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.randn(count, 2)
    return x, (x.norm(dim=1) < 1.18).long()


def main() -> None:
    torch.manual_seed(0)
    model = Inside()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(300):
        x, y = points(64)
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        x, y = points(2000)
        print(f"{(model(x).argmax(1) == y).float().mean().item():.0%} right")


if __name__ == "__main__":
    main()
