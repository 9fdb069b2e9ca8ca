"""Iterators that are kept, a look at one batch, and loaders that are new."""

import itertools

import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.full((4,), float(index))


def step(model, optimizer, batch):
    optimizer.zero_grad()
    model(batch).mean().backward()
    optimizer.step()


def begins_again(model, optimizer, loader):
    batches = iter(loader)
    for _ in range(100):
        try:
            batch = next(batches)
        except StopIteration:
            batches = iter(loader)
            batch = next(batches)
        step(model, optimizer, batch)


def begins_again_in_one(model, optimizer, loader):
    batches = iter(loader)
    for _ in range(100):
        batch = next(batches, None)
        if batch is None:
            batches = iter(loader)
            continue
        step(model, optimizer, batch)


def by_task(model, optimizer, tasks):
    for task in tasks:
        loader = DataLoader(task, batch_size=4)
        step(model, optimizer, next(iter(loader)))
    for loader in [DataLoader(task) for task in tasks]:
        step(model, optimizer, next(iter(loader)))


def whole_epochs(model, optimizer, loader):
    for _ in range(10):
        batches = iter(loader)
        for batch in batches:
            step(model, optimizer, batch)


def look(model, loader, show):
    print(next(iter(loader)).shape)
    with torch.no_grad():
        for name in ("before", "after"):
            show(name, model(next(iter(loader))))


def main(model, optimizer, tasks, show):
    loader = DataLoader(Rows(), batch_size=4, shuffle=True)
    begins_again(model, optimizer, loader)
    begins_again_in_one(model, optimizer, loader)
    by_task(model, optimizer, tasks)
    whole_epochs(model, optimizer, loader)
    look(model, loader, show)
    endless = itertools.cycle(loader)
    for _ in range(100):
        step(model, optimizer, next(endless))
    for parameter in model.parameters():
        print(next(iter(parameter)))
