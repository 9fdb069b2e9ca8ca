"""Sums of means, of sums and of counts, and what they are divided by."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader
from tqdm import tqdm


def means(model, train_loader, criterion):
    running = 0.0
    for step, (x, y) in enumerate(train_loader):
        loss = criterion(model(x), y)
        running += loss.item()
        loss.backward()
    return running / len(train_loader.dataset)  # suspected: `running` adds up one mean per batch but is divided by the


def with_a_bar(model, loader):
    total = 0.0
    for x, y in tqdm(loader, desc="eval"):
        total += float(F.mse_loss(model(x), y).detach().cpu())
    total = total / len(loader.dataset)  # finding: use `len(loader)`
    return total


def counted(model, loader):
    right = 0
    for x, y in loader:
        right += torch.sum(model(x).argmax(1) == y).item()
    return 100.0 * right / len(loader)  # suspected: use `len(loader.dataset)`


def counted_by_eq(model, dataset):
    loader = DataLoader(dataset, batch_size=64)
    right = 0
    for x, y in loader:
        _, predicted = model(x).max(1)
        right += predicted.eq(y).sum().item()
    return right / len(loader)  # finding: `right` counts samples but is divided by the number of batches


def weighed(model, loader, criterion):
    total, right = 0.0, 0
    for x, y in loader:
        total += criterion(model(x), y).item() * x.size(0)
        right += (model(x).argmax(1) == y).sum().item()
    return total / len(loader.dataset), right / len(loader.dataset)


def of_batches(model, loader, criterion):
    total, right = 0.0, 0.0
    for x, y in loader:
        total += criterion(model(x), y).item()
        right += (model(x).argmax(1) == y).float().mean().item()
    return total / len(loader), right / len(loader)


def of_sums(model, loader):
    criterion = nn.CrossEntropyLoss(reduction="sum")
    total = 0.0
    for x, y in loader:
        total += criterion(model(x), y).item()
    return total / len(loader.dataset)


def scaled_up(model, loader, batch_size):
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y).item()
    return total / len(loader.dataset) * batch_size


def one_by_one(model, dataset):
    loader = DataLoader(dataset, batch_size=1)
    right, total = 0, 0.0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum().item()
        total += F.cross_entropy(model(x), y).item()
    return right / len(loader), total / len(loader.dataset)


def of_another(model, loader, others):
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum().item()
    return right / len(others)


def run(model, loader):
    means(model, loader, nn.CrossEntropyLoss())
    weighed(model, loader, nn.CrossEntropyLoss())
    of_batches(model, loader, nn.CrossEntropyLoss())


def shares(model, test_loader):
    right = 0.0
    for x, y in test_loader:
        right += (model(x).argmax(1) == y).float().mean().item()
    return right / len(test_loader.dataset)  # finding: `right` adds up one mean per batch but is divided by the


def shares_of_batches(model, test_loader):
    right = 0.0
    for x, y in test_loader:
        right += (model(x).argmax(1) == y).float().mean().item()
    return right / len(test_loader)


def shares_of_each_row(model, test_loader):
    """A mean along a dimension has as many numbers as there are rows."""
    right = 0.0
    for x, y in test_loader:
        right += (model(x) > 0).eq(y).float().mean(1).sum().item()
    return right / len(test_loader.dataset)


def added_to_itself(model, loader: DataLoader):
    total, other, weighted = 0.0, 0.0, 0.0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        total = total + loss.item()
        other = loss.item() + other
        weighted = weighted + loss.item() * len(x)
    print(other / len(loader), weighted / len(loader.dataset))
    return total / len(loader.dataset)  # finding: `total` adds up one mean per batch but is divided by the number of


def of_a_list(model, loader: DataLoader):
    losses = [F.cross_entropy(model(x), y).item() for x, y in loader]
    print(sum(losses) / len(losses), sum(losses) / len(loader))
    return sum(losses) / len(loader.dataset)  # finding: adds up one mean per batch but is divided by the number of


def written_in_one(model, loader: DataLoader):
    total = sum(F.cross_entropy(model(x), y).item() for x, y in loader)
    right = sum((model(x).argmax(1) == y).sum().item() for x, y in loader)
    print(right / len(loader.dataset), total / len(loader))
    return total / len(loader.dataset)  # finding: `total` adds up one mean per batch but is divided by the number of
