"""Train a classifier of synthetic flowers three ways, none of which hands over log-probabilities."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

CLASSES = 5


class Flowers(nn.Module):
    """Logits of five classes."""

    def __init__(self, features: int = 10) -> None:
        super().__init__()
        self.hidden = nn.Linear(features, 32)
        self.output = nn.Linear(32, CLASSES)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.output(torch.relu(self.hidden(rows)))


def make_flowers(count: int) -> TensorDataset:
    """Measurements around a centre for each class, and a label of which a tenth is wrong."""
    centres = torch.randn(CLASSES, 10, generator=torch.Generator().manual_seed(7))
    labels = torch.randint(CLASSES, (count,))
    rows = centres[labels] + torch.randn(count, 10)
    wrong = torch.rand(count) < 0.1
    return TensorDataset(rows, torch.where(wrong, torch.randint(CLASSES, (count,)), labels))


def train_logits(model: Flowers, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    total = 0.0
    for rows, labels in loader:
        optimizer.zero_grad()
        loss = F.nll_loss(model(rows), labels)  # finding: is raw layer output
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def train_probabilities(model: Flowers, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    total = 0.0
    for rows, labels in loader:
        optimizer.zero_grad()
        scores = F.softmax(model(rows), dim=1)
        loss = F.nll_loss(scores, labels)  # finding: holds probabilities, but `nll_loss` expects log-probabilities
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def train_criterion(model: Flowers, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    criterion = nn.NLLLoss()
    total = 0.0
    for rows, labels in loader:
        optimizer.zero_grad()
        loss = criterion(torch.softmax(model(rows), dim=-1), labels)  # finding: expects log-probabilities
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


@torch.no_grad()
def accuracy(model: Flowers, loader: DataLoader) -> float:
    right = 0
    seen = 0
    for rows, labels in loader:
        right += (model(rows).argmax(dim=1) == labels).sum().item()
        seen += len(labels)
    return right / seen


def main() -> None:
    for train in (train_logits, train_probabilities, train_criterion):
        torch.manual_seed(0)
        loader = DataLoader(make_flowers(1000), batch_size=50, shuffle=True)
        model = Flowers()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        losses = [train(model, loader, optimizer) for _ in range(5)]
        print(f"{train.__name__}: loss {losses[-1]:.3g}, right {accuracy(model, loader):.3f}")


if __name__ == "__main__":
    main()
