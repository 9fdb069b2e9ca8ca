"""Passes that are skipped have no loss in the sum; who divides by their number has counted them all the same."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

model = nn.Linear(4, 2)
loader = DataLoader(TensorDataset(torch.rand(64, 4), torch.randint(2, (64,))), batch_size=4, shuffle=True)
every, first = 4, 0


def in_windows(criterion):
    running = 0.0
    for i, (x, y) in enumerate(loader):
        if x.max() < 0.5:
            continue
        running += F.cross_entropy(model(x), y).item()
        if (i + 1) % every == 0:
            print(f"{running / every:.3f}")  # finding: `running` misses the passes that `continue` skips but is
            running = 0.0
    for i, (x, y) in enumerate(loader):
        if x.max() < 0.5:
            continue
        loss = criterion(model(x), y)
        running += loss.item()
        if (i + 1) % every == 0:
            print(running / every)  # suspected: misses the passes that `continue` skips but is divided by all passes
            running = 0.0


def over_the_loader():
    total = 0.0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        if not torch.isfinite(loss):
            continue
        total += loss.item()
    return total / len(loader)  # finding: misses the passes that `continue` skips but is divided by all passes


def counted():
    total, steps, running = 0.0, 0, 0.0
    for x, y in loader:
        if x.max() < 0.5:
            continue
        total += F.cross_entropy(model(x), y).item()
        running += F.cross_entropy(model(x), y).item()
        steps += 1
        if steps % every == 0:
            print(running / every)
            running = 0.0
    return total / steps


def added_before():
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(model(x), y).item()
        if x.max() < 0.5:
            continue
        print(x.max())
    return total / len(loader)


def where_the_last_run_ended():
    running = 0.0
    for i, (x, y) in enumerate(loader):
        if i < first:
            continue
        running += F.cross_entropy(model(x), y).item()
        if (i + 1) % every == 0:
            print(running / every)
            running = 0.0


def in_both_branches():
    total = 0.0
    for x, y in loader:
        if x.max() < 0.5:
            total += F.cross_entropy(model(x), y).item()
            continue
        total += F.cross_entropy(model(2 * x), y).item()
    return total / len(loader)


def of_another_loop():
    total = 0.0
    for x, y in loader:
        for row in x:
            if row.max() < 0.5:
                continue
            print(row)
        total += F.cross_entropy(model(x), y).item()
    return total / len(loader)


def right_answers():
    """What has no answer counts as a wrong one."""
    right = 0
    for x, y in loader:
        if x.max() < 0.5:
            continue
        right += int((model(x).argmax(1) == y).all())
    return right / len(loader)
