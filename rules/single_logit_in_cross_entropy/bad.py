"""Two classifiers with one output, which is put through a softmax: they learn nothing."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, features: int = 4) -> None:
        super().__init__()
        self.hidden = nn.Linear(features, 16)
        self.out = nn.Linear(16, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.out(torch.relu(self.hidden(x)))


def samples(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.randn(count, 4)
    return x, (x.sum(1, keepdim=True) > 0).float()


def train_by_classes(model: nn.Module, optimizer: torch.optim.Optimizer) -> float:
    criterion = nn.CrossEntropyLoss()
    for _ in range(100):
        x, y = samples(32)
        loss = criterion(model(x), y)  # finding: `model(x)` has a single column, so its softmax is always 1
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def train_by_probabilities(model: nn.Module, optimizer: torch.optim.Optimizer) -> float:
    for _ in range(100):
        x, y = samples(32)
        chance = torch.softmax(model(x), dim=-1)  # finding: use `sigmoid`
        loss = nn.functional.binary_cross_entropy(chance, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main() -> None:
    for train in (train_by_classes, train_by_probabilities):
        torch.manual_seed(0)
        model = Classifier()
        loss = train(model, torch.optim.Adam(model.parameters(), lr=1e-2))
        x, y = samples(1000)
        right = ((model(x) > 0) == (y > 0)).float().mean().item()
        print(f"{train.__name__}: loss {loss:.3f}, {right:.0%} right")


if __name__ == "__main__":
    main()
