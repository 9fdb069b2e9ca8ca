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


def from_zero(loader: DataLoader) -> float:
    total, terms = 0.0, 0
    for x, y in loader:
        total += loss_of(net(x), y).item()
        terms += 1
    return total / terms
