"""Loaders in `itertools.cycle`, each next to one that starts its loader again, or takes few batches of it."""

import itertools
from itertools import cycle as again
from itertools import islice

import torch
from acme import get_loader, make_dataset
from torch.utils.data import DataLoader, TensorDataset
from tqdm import tqdm


def endless(loader):
    while True:
        yield from loader


def cycle(loader):
    while True:
        for batch in loader:
            yield batch


def pairs(labelled, unlabelled):
    loader = DataLoader(labelled, batch_size=8, shuffle=True)
    other = DataLoader(unlabelled, batch_size=64, shuffle=True)
    for few, many in zip(again(loader), other):  # finding: `cycle` keeps all batches of `loader` and repeats them
        yield few, many
    for few, many in zip(cycle(loader), other):
        yield few, many
    for few, many in zip(endless(loader), again(tqdm(other))):  # finding: `cycle` keeps all batches of `other`
        yield few, many


def first(dataset):
    loader = DataLoader(dataset, shuffle=True)
    batch = next(itertools.cycle(loader))
    for one in islice(again(loader), 3):
        print(one.shape, batch.shape)
    for one in islice(again(loader), len(dataset)):  # finding: `cycle` keeps all batches of `loader`
        print(one.shape)


def others(loader, colours):
    for batch, colour in zip(loader, itertools.cycle(colours)):
        print(batch.shape, colour)
    return again([next(iter(loader))])


def in_memory():
    loader = DataLoader(TensorDataset(torch.rand(8, 2)), batch_size=4)
    return again(loader)


def in_memory_but_shuffled():
    loader = DataLoader(TensorDataset(torch.rand(8, 2)), batch_size=4, shuffle=True)
    return again(loader)  # finding: `cycle` keeps all batches of `loader`


def called_so(args, train_loader, loader_u, loader_names, loaders):
    one = again(train_loader)  # suspected: `cycle` keeps all batches of `train_loader`
    two = again(get_loader(args))  # suspected: `cycle` keeps all batches
    three = again(loader_u)  # suspected: `cycle` keeps all batches
    return one, two, three, again(loader_names), again(loaders), again(make_dataset(args))


class Trainer:
    def __init__(self, dataset):
        self.batches = itertools.cycle(DataLoader(dataset, shuffle=True))  # finding: `cycle` keeps all batches of

    def step(self):
        return next(self.batches)


def of_a_list(dataset):
    loader = DataLoader(dataset, batch_size=4, shuffle=True)
    first = list(itertools.islice(loader, 2))
    return itertools.cycle(first), itertools.cycle(loader)  # finding: `cycle` keeps all batches of `loader`
