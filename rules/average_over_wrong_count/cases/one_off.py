"""Averages over a count that is one less or one more than the number of terms."""

import torch
from torch import nn
from torch.utils.data import DataLoader

net, loss_of = nn.Linear(4, 1), nn.MSELoss()


def by_index(loader: DataLoader, enough: int) -> float:
    total = 0.0
    for i, (x, y) in enumerate(loader):
        with torch.no_grad():
            total += loss_of(net(x), y).item()
        if i >= enough:
            break
    return total / i  # finding: `i` is the index of the last pass, one less than `total` has terms


def by_index_in_place(loader: DataLoader) -> torch.Tensor:
    total = torch.zeros(1)
    for step, (x, y) in enumerate(loader):
        total += loss_of(net(x), y).detach()
    total /= step  # finding: divide by `step + 1`
    return total


def left_before(loader: DataLoader, enough: int) -> float:
    """Where the loop is left, the index is the number of terms."""
    total = 0.0
    for i, (x, y) in enumerate(loader):
        if i == enough:
            break
        total += loss_of(net(x), y).item()
    return total / i


def one_more(loader: DataLoader) -> float:
    total = 0.0
    for i, (x, y) in enumerate(loader):
        total += loss_of(net(x), y).item()
    return total / (i + 1)


def counted_from_one(loader: DataLoader) -> float:
    total = 0.0
    for i, (x, y) in enumerate(loader, 1):
        total += loss_of(net(x), y).item()
    return total / i


def of_some(loader: DataLoader) -> float:
    """How many terms there are, nobody knows."""
    total = 0.0
    for i, (x, y) in enumerate(loader):
        if y.sum() > 0:
            total += loss_of(net(x), y).item()
    return total / i


def by_count(loader: DataLoader, most: int) -> float:
    total, seen = torch.tensor(0.0).to("cpu"), 0
    batches = 1
    for x, y in loader:
        if seen > most:
            break
        batches += 1
        total += loss_of(net(x), y).detach()
        seen += len(x)
    total = total / batches  # finding: `batches` starts at 1 and counts one more than `total` has terms
    return total.item()


def with_a_first_term(loader: DataLoader, first: float) -> float:
    total, terms = first, 1
    for x, y in loader:
        total += loss_of(net(x), y).item()
        terms += 1
    return total / terms


def of_weighted_means(loader: DataLoader) -> float:
    total, rows = 0.0, 1
    for batch in loader:
        for x, y in batch:
            length = len(x)
            total += loss_of(net(x), y).item() * length
            rows += length
    return total / rows  # finding: `rows` starts at 1 and counts one more than `total` has terms


def of_right_samples(loader: DataLoader) -> float:
    right, seen = 0, 1
    for x, y in loader:
        right += (net(x).argmax(1) == y).sum().item()
        seen += y.size(0)
    return right / seen  # finding: `seen` starts at 1 and counts one more than `right` has terms


def of_other_weights(loader: DataLoader) -> float:
    """The length is no count of these terms: a smoothed rate."""
    total, rows = 0.0, 1
    for x, y in loader:
        total += loss_of(net(x), y).item() * 0.5
        rows += len(x)
    return total / rows


def from_zero(loader: DataLoader) -> float:
    total, terms = 0.0, 0
    for x, y in loader:
        total += loss_of(net(x), y).item()
        terms += 1
    return total / terms


class Coder:
    def __init__(self, model: nn.Module) -> None:
        self.model = model

    def forward(self, batch: torch.Tensor) -> None:
        self.loss = loss_of(self.model(batch), batch)

    def validate(self, val_loader: DataLoader) -> tuple[float, float, float]:
        total, again, half = 0, 0, 0
        for batch in val_loader:
            self.forward(batch)
            total += self.loss.item()
            again += self.loss.item()
            half += self.loss.item()
        total = total / (len(val_loader) + 1)  # finding: `len(val_loader) + 1` is not the number of batches added up
        again /= len(val_loader)
        return total, again, half / (len(val_loader) + 1e-8)


def but_the_first(loader: DataLoader) -> float:
    total = 0.0
    for i, (x, y) in enumerate(loader):
        if i == 0:
            continue  # warms up
        total += loss_of(net(x), y).item()
    return total / (len(loader) - 1)


def with_one_more(loader: DataLoader, x: torch.Tensor, y: torch.Tensor) -> float:
    total = loss_of(net(x), y).item()
    for x, y in loader:
        total += loss_of(net(x), y).item()
    return total / (len(loader) + 1)


def with_the_last(loader: DataLoader, x: torch.Tensor, y: torch.Tensor) -> float:
    total = 0.0
    for a, b in loader:
        total += loss_of(net(a), b).item()
    total += loss_of(net(x), y).item()
    return total / (len(loader) + 1)
