"""Train a classifier of synthetic digits three ways, each of which hands probabilities to a cross entropy."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

CLASSES = 10


class Digits(nn.Module):
    """Logits of ten classes."""

    def __init__(self, pixels: int = 64) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(pixels, 32), nn.ReLU(), nn.Linear(32, CLASSES))

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.layers(images.flatten(1))


def make_digits(count: int) -> TensorDataset:
    """A noisy pattern for each class."""
    patterns = torch.randn(CLASSES, 8, 8, generator=torch.Generator().manual_seed(7))
    labels = torch.randint(CLASSES, (count,))
    return TensorDataset(patterns[labels] + torch.randn(count, 8, 8), labels)


def train_functional(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    total = 0.0
    for images, labels in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(F.softmax(model(images), dim=1), labels)  # finding: softmax
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def train_criterion(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
    total = 0.0
    for images, labels in loader:
        optimizer.zero_grad()
        logits = model(images)
        loss = criterion(torch.softmax(logits, dim=-1), labels)  # finding: softmax
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def train_two_steps(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    total = 0.0
    for images, labels in loader:
        optimizer.zero_grad()
        scores = model(images).softmax(dim=1)
        loss = F.cross_entropy(scores, labels)  # finding: `cross_entropy` applies softmax itself, but `scores` already
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


@torch.no_grad()
def accuracy(model: nn.Module, loader: DataLoader) -> float:
    """Softmax for the confidence, which is where it belongs."""
    right = 0
    seen = 0
    for images, labels in loader:
        confidence, guess = model(images).softmax(dim=1).max(dim=1)
        right += ((guess == labels) & (confidence > 0.2)).sum().item()
        seen += len(labels)
    return right / seen


def main() -> None:
    for train in (train_functional, train_criterion, train_two_steps):
        torch.manual_seed(0)
        loader = DataLoader(make_digits(600), batch_size=50, shuffle=True)
        model = Digits()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        losses = [train(model, loader, optimizer) for _ in range(5)]
        print(f"{train.__name__}: loss {losses[-1]:.3f}, confidently right {accuracy(model, loader):.3f}")


if __name__ == "__main__":
    main()
