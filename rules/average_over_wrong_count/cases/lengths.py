"""Numbers that sums are divided by, under other names."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def test(loader: DataLoader, model):
    size, batches = len(loader.dataset), len(loader)
    test_size = len(loader.dataset)
    criterion = nn.CrossEntropyLoss()
    total, again, right = 0, 0, 0
    with torch.no_grad():
        for x, y in loader:
            total += criterion(model(x), y).item()
            again += criterion(model(x), y).item()
            right += (model(x).argmax(1) == y).sum().item()
    total /= test_size  # finding: `total` adds up one mean per batch but is divided by the number of samples
    again /= batches
    return total, again, right / test_size, size


def of_a_dataset(train_set, model, criterion):
    train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
    running, weighed = 0.0, 0.0
    for x, y in train_loader:
        loss = nn.functional.mse_loss(model(x), y)
        running += loss.item()
        weighed += loss.item() * len(x)
    return running / len(train_set), weighed / len(train_set)  # finding: use `len(train_loader)`


def of_another_dataset(train_set, other_set, model):
    train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
    running = 0.0
    for x, y in train_loader:
        running += nn.functional.mse_loss(model(x), y).item()
    return running / len(other_set)


def counted(model, dataset):
    loader = DataLoader(dataset, batch_size=32)
    running, seen, steps, right = 0.0, 0, 0, 0
    for x, y in loader:
        running += nn.functional.cross_entropy(model(x), y).item()
        right += model(x).argmax(1).eq(y).sum().item()
        seen += y.size(0)
        steps += 1
    print(right / seen, running / steps)
    return running / seen  # finding: `running` adds up one mean per batch but is divided by the number of samples


def of_models(models, x, y):
    right = 0
    for model in models:
        right += (model(x).argmax(1) == y).sum().item()
    return right / len(models)
