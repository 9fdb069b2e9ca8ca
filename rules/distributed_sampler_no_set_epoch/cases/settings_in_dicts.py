"""Samplers among the arguments of a loader, which shuffle if they are told to."""

import torch
from torch import nn
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def train(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def loader_as_set(dataset, settings):
    arguments = {
        "dataset": dataset,
        "batch_size": 8,
        "shuffle": False,
        "sampler": DistributedSampler(dataset, shuffle=settings.shuffle),  # suspected: shuffles in the same order
    }
    return DataLoader(**arguments)


def shuffled_loader(dataset):
    arguments = {"batch_size": 8, "sampler": DistributedSampler(dataset)}  # finding: shuffles in the same order
    return DataLoader(dataset, **arguments)


def ordered_loader(dataset, shuffle):
    return DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset, shuffle=shuffle))


def main(dataset, settings, rank):
    model = nn.parallel.DistributedDataParallel(nn.Linear(8, 2).to(rank))
    train(model, loader_as_set(dataset, settings), settings.epochs)
    train(model, shuffled_loader(dataset), settings.epochs)
    train(model, ordered_loader(dataset, False), settings.epochs)


def as_it_is_told(dataset, optimizer, epochs, shuffle):
    sampler = DistributedSampler(dataset, 2, 0, shuffle)  # suspected: `sampler` shuffles in the same order
    loader = DataLoader(dataset, batch_size=8, sampler=sampler)
    model = nn.Linear(8, 2)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
