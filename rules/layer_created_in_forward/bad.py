"""Classifies points on two rings with a layer, a normalisation and a dropout that are made in passing."""

import torch
from torch import nn


class Rings(nn.Module):
    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.width = width
        self.embed = nn.Linear(2, width)
        self.head = nn.Linear(width, 2)

    def forward(self, points: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.embed(points))
        x = torch.relu(nn.Linear(self.width, self.width)(x))  # finding: has new parameters in every call, which are
        return self.head(self.steadied(x))

    def steadied(self, x: torch.Tensor) -> torch.Tensor:
        norm = nn.BatchNorm1d(self.width)  # finding: has new parameters in every call, which are never trained
        return nn.Dropout(0.2)(norm(x))  # finding: is created in train mode, so it drops in eval mode too


def rings(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    labels = torch.randint(0, 2, (count,))
    angles = 6.3 * torch.rand(count)
    radius = 1.0 + labels + 0.1 * torch.randn(count)
    return torch.stack([radius * angles.cos(), radius * angles.sin()], dim=1), labels


def main() -> None:
    torch.manual_seed(0)
    model = Rings()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    points, labels = rings(256)
    for _ in range(60):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(points), labels).backward()
        optimizer.step()

    model.eval()
    points, labels = rings(500)
    with torch.no_grad():
        first, second = model(points), model(points)
    print(f"{sum(p.numel() for p in model.parameters())} parameters")
    print(f"accuracy {(first.argmax(1) == labels).float().mean().item():.2f}")
    print(f"the same points twice: logits differ by up to {(first - second).abs().max().item():.2f}")


if __name__ == "__main__":
    main()
