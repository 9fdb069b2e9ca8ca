"""Tells which points lie inside a circle, and in which quarter of the plane they are."""

import torch
import torch.nn.functional as F
from torch import nn


class Points(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.hidden = nn.Linear(2, 32)
        self.inside, self.quarter = nn.Linear(32, 1), nn.Linear(32, 4)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = F.relu(self.hidden(x))
        return F.relu(self.inside(x)).squeeze(1), F.relu(self.quarter(x))


def points(count: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    x = torch.randn(count, 2)
    return x, (x.norm(dim=1) < 1.18).float(), (x[:, 0] > 0).long() * 2 + (x[:, 1] > 0).long()


def main() -> None:
    torch.manual_seed(0)
    model = Points()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(300):
        x, is_inside, quarter = points(64)
        inside, scores = model(x)
        loss = F.binary_cross_entropy_with_logits(inside, is_inside)  # finding: no probability can be below 0.5
        loss = loss + F.cross_entropy(scores, quarter)  # finding: negative scores are 0 and get no gradient
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        x, is_inside, quarter = points(2000)
        inside, scores = model(x)
        chance = torch.sigmoid(inside)  # finding: is the output of a ReLU, so no probability can be below
        print(f"inside {chance.gt(0.5).eq(is_inside.bool()).float().mean():.0%}, lowest {chance.min():.2f}")
        print(f"quarter {scores.argmax(1).eq(quarter).float().mean():.0%}, loss {loss.item():.3f}")


if __name__ == "__main__":
    main()
