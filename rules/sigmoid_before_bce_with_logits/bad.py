"""Train taggers of short notes, each of which squashes its logits before a loss that does so itself."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

TAGS = 6


class Tagger(nn.Module):
    """One logit for every tag that a note may carry."""

    def __init__(self, words: int = 50) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(words, 32), nn.ReLU())
        self.head = nn.Linear(32, TAGS)

    def forward(self, counts: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(counts))


def make_notes(count: int) -> TensorDataset:
    """Word counts, and tags that a quarter of the notes carry."""
    counts = torch.poisson(torch.full((count, 50), 0.5))
    directions = torch.randn(50, TAGS, generator=torch.Generator().manual_seed(7))
    scores = (counts - 0.5) @ directions
    return TensorDataset(counts, (scores > scores.quantile(0.75, dim=0)).float())


def train_functional(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    total = 0.0
    for counts, tags in loader:
        optimizer.zero_grad()
        logits = model(counts)
        loss = F.binary_cross_entropy_with_logits(torch.sigmoid(logits), tags)  # finding: sigmoid
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def train_criterion(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    criterion = nn.BCEWithLogitsLoss(reduction="sum")
    total = 0.0
    for counts, tags in loader:
        optimizer.zero_grad()
        logits = model(counts)
        loss = criterion(logits.sigmoid(), tags) / tags.numel()  # finding: sigmoid
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


def train_two_steps(model: nn.Module, loader: DataLoader, optimizer: torch.optim.Optimizer) -> float:
    total = 0.0
    for counts, tags in loader:
        optimizer.zero_grad()
        scores = torch.sigmoid(model(counts))
        loss = F.binary_cross_entropy_with_logits(scores, tags)  # finding: applies a sigmoid itself
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


@torch.no_grad()
def found(model: nn.Module, loader: DataLoader) -> float:
    """The share of the tags that the model gives where they belong."""
    hits = 0
    tagged = 0
    for counts, tags in loader:
        guess = torch.sigmoid(model(counts)) > 0.5
        hits += (guess & tags.bool()).sum().item()
        tagged += tags.sum().item()
    return hits / tagged


def main() -> None:
    for train in (train_functional, train_criterion, train_two_steps):
        torch.manual_seed(0)
        loader = DataLoader(make_notes(600), batch_size=50, shuffle=True)
        model = Tagger()
        optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
        losses = [train(model, loader, optimizer) for _ in range(5)]
        print(f"{train.__name__}: loss {losses[-1]:.3f}, tags found {found(model, loader):.3f}")


if __name__ == "__main__":
    main()
