"""Averages over the last batches, as often as they are printed."""

import torch
from torch import nn
from torch.utils.data import DataLoader

EVERY = 50
net, loss_of = nn.Linear(4, 1), nn.MSELoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train(loader: DataLoader, every: int) -> None:
    running, other, given, samples = 0.0, 0.0, 0.0, 0.0
    for i, (x, y) in enumerate(loader):
        loss = loss_of(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item()
        other += loss.item()
        given += loss.item()
        samples += loss.item() * len(x)
        if i % 200 == 199:
            print(running / 2000)  # finding: `running` adds up the losses of `200` batches but is divided by `2000`
            running = 0.0
        if (i + 1) % EVERY == 0:
            print(other / 50, samples / 1600)
            other, samples = 0.0, 0.0
        if (i + 1) % every == 0:
            print(given / 100)
            given = 0.0


def one_more(loader: DataLoader, every: int, steps: int) -> None:
    running, kept, shown = 0.0, 0.0, 0.0
    batches = iter(loader)
    for step in range(steps):
        x, y = next(batches)
        loss = loss_of(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item()
        kept += loss.item()
        if step % every == 0:
            if step > 0:
                running /= every + 1  # finding: `running` adds up the losses of `every` batches but is divided by
                kept /= every
            print(running, kept)
            running, kept = 0.0, 0.0


def one_more_than_counted(loader: DataLoader, steps: int) -> None:
    seen, total, count, first = 0, 0, 0, 0.0
    for x, y in loader:
        loss = loss_of(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        total += loss.item()
        first += loss.item()
        print(first / (count + 1))
        count += 1
        seen += len(x)
        if count % steps == 0:
            optimizer.step()
            print(total * steps / (count + 1))  # finding: `count + 1` is one more than `total` has terms
    first += 1.0
    print(first / (count + 1), total / count)


def one_more_by_hand(loader: DataLoader, first: tuple[torch.Tensor, torch.Tensor]) -> float:
    total, other, count = 0.0, 0.0, 0
    for x, y in loader:
        total += loss_of(net(x), y).item()
        other += loss_of(net(x), y).item()
        count += 1
    total = total + loss_of(net(first[0]), first[1]).item()
    print(other / (count + 1))  # finding: `count + 1` is one more than `other` has terms
    return total / (count + 1)


def counted_by_hand(loader: DataLoader) -> None:
    running, other, step = 0.0, 0.0, 0
    for x, y in loader:
        loss = loss_of(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item()
        other += loss.item()
        step += 1
        if step % 100 == 0:
            print(running / 1000)  # finding: `running` adds up the losses of `100` batches but is divided by `1000`
            print(other / 100)
            running, other = 0.0, 0.0
