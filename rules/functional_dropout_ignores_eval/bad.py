"""A classifier of noisy points, whose dropout is called as a function, trained and then evaluated."""

import torch
import torch.nn.functional as F
from torch import nn


class Classifier(nn.Module):
    def __init__(self, features: int, width: int = 64, classes: int = 3, dropout: float = 0.5) -> None:
        super().__init__()
        self.first = nn.Linear(features, width)
        self.second = nn.Linear(width, width)
        self.head = nn.Linear(width, classes)
        self.dropout = dropout

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.first(x))
        x = F.dropout(x, p=self.dropout)  # finding: is active in eval mode too
        x = F.dropout(torch.relu(self.second(x)))  # finding: pass `training=self.training`
        return self.head(x)


def noisy_points(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    labels = torch.randint(0, 3, (count,))
    return torch.randn(count, 8) + labels.unsqueeze(1), labels


@torch.no_grad()
def accuracy(model: nn.Module, points: torch.Tensor, labels: torch.Tensor) -> float:
    model.eval()
    correct = (model(points).argmax(1) == labels).float().mean().item()
    model.train()
    return correct


def main() -> None:
    torch.manual_seed(0)
    model = Classifier(8)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    points, labels = noisy_points(256)
    for _ in range(40):
        optimizer.zero_grad()
        F.cross_entropy(model(points), labels).backward()
        optimizer.step()
    held_out = noisy_points(500)
    print("accuracy, evaluated three times:", [round(accuracy(model, *held_out), 3) for _ in range(3)])


if __name__ == "__main__":
    main()
