"""Whatever the loop goes over, it goes from batch to batch."""

import torch
from torch import nn
from tqdm import tqdm

from data import Prefetcher, log_every, make_loader, make_loaders

net = nn.Linear(8, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = nn.CrossEntropyLoss()


def step(batch):
    x, y = batch
    optimizer.zero_grad()
    loss = criterion(net(x), y)
    loss.backward()
    optimizer.step()
    return loss


def by_a_generator():
    losses = []
    for batch in log_every(make_loader(), 2):
        losses.append(step(batch))  # finding: keeps the graph of every
    return losses


def by_an_iterator(steps):
    loader = make_loader()
    batches, total = iter(loader), 0
    for _ in range(steps):
        try:
            batch = next(batches)
        except StopIteration:
            batches = iter(loader)
            batch = next(batches)
        total += step(batch)  # finding: `total` keeps the graph of every
    return total


def by_a_dict():
    loaders = make_loaders()
    for phase in ("train", "valid"):
        running = 0.0
        for batch in tqdm(loaders[phase]):
            x, y = batch
            with torch.set_grad_enabled(phase == "train"):
                loss = criterion(net(x), y)
                if phase == "train":
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
            running += loss.item() * len(x)
        print(phase, running)


def by_a_prefetcher():
    total = 0
    for number, batch in tqdm(enumerate(Prefetcher(make_loader(), "cpu"))):
        total += step(batch)  # finding: `total` keeps the graph of every
    return total


if __name__ == "__main__":
    print(by_a_generator(), by_an_iterator(9), by_a_prefetcher())
    by_a_dict()
