"""Sums that entries of a dict hold, and sizes of the parts of the data."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset

PARTS = ("train", "val")
data: dict[str, Dataset] = {part: TensorDataset(torch.rand(64, 4), torch.randint(2, (64,))) for part in PARTS}
loaders = {part: DataLoader(data[part], batch_size=16, shuffle=True) for part in PARTS}
sizes = {part: len(data[part]) for part in PARTS}
batches = {part: len(loaders[part]) for part in PARTS}
net, loss_of = nn.Linear(4, 2), nn.CrossEntropyLoss()


def by_parts() -> None:
    for part in PARTS:
        total, weighted, right, averaged = 0.0, 0.0, 0, 0.0
        for x, y in loaders[part]:
            loss = loss_of(net(x), y)
            total += loss.item()
            weighted += loss.item() * x.size(0)
            averaged += loss.item()
            right += (net(x).argmax(1) == y).sum().item()
        print(total / sizes[part])  # finding: `total` adds up one mean per batch but is divided by the number of samp
        print(weighted / sizes[part], right / sizes[part], averaged / batches[part])


def by_entries(loader: DataLoader) -> dict[str, float]:
    sums = {"loss": 0.0, "weighted": 0.0}
    for x, y in loader:
        loss = loss_of(net(x), y)
        sums["loss"] += loss.item()
        sums["weighted"] += loss.item() * len(x)
    sums["loss"] /= len(loader.dataset)  # finding: `sums["loss"]` adds up one mean per batch but is divided by
    sums["weighted"] /= len(loader.dataset)
    return sums


def by_parts_of_other_names() -> None:
    served = {part: DataLoader(data[part], batch_size=16) for part in PARTS}
    singles = {part: DataLoader(data[part]) for part in PARTS}
    lengths = {part: len(served[part]) for part in PARTS}
    counts = {part: len(each) for part, each in served.items()}
    for part in PARTS:
        total, alone = 0.0, 0.0
        for x, y in served[part]:
            total += loss_of(net(x), y).item()
        print(total / lengths[part], total / counts[part])
        print(total / sizes[part])  # finding: `total` adds up one mean per batch but is divided by the number of samp
        for x, y in singles[part]:
            alone += loss_of(net(x), y).item()
        print(alone / sizes[part])


def by_changing_entries(loader: DataLoader, names: list[str]) -> dict[str, float]:
    sums = dict.fromkeys(names, 0.0)
    for (x, y), key in zip(loader, names):
        sums[key] += loss_of(net(x), y).item()
    for i, (x, y) in enumerate(loader):
        name = names[i % 4]
        sums[name] += loss_of(net(x), y).item()
    return {name: sums[name] / len(loader.dataset) for name in names}


def by_parts_of_loaders() -> None:
    counts = {part: len(loaders[part].dataset) for part in PARTS}
    for part in PARTS:
        total, weighted = 0.0, 0.0
        for x, y in loaders[part]:
            loss = loss_of(net(x), y)
            total += loss.item()
            weighted += loss.item() * x.size(0)
        print(total / counts[part], weighted / counts[part])  # finding: `total` adds up one mean per batch but is divided
