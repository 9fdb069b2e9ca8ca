"""Generators that begin a loader again for ever by `yield from`, and one that goes through it once."""

import torch
from torch import nn
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def forever(loader):
    while True:
        yield from loader



def once(loader):
    yield from loader


def train(model: nn.Module, batches, optimizer):
    for step in range(100_000):
        loss = model(next(batches)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def endless(model: nn.Module, rows, optimizer):
    sampler = DistributedSampler(rows)  # finding: shuffles in the same order every epoch
    train(model, forever(DataLoader(rows, sampler=sampler)), optimizer)


def in_order(model: nn.Module, rows, optimizer):
    sampler = DistributedSampler(rows, shuffle=False)
    train(model, forever(DataLoader(rows, sampler=sampler)), optimizer)


def one_epoch(model: nn.Module, rows: torch.utils.data.Dataset, optimizer):
    sampler = DistributedSampler(rows)
    for batch in once(DataLoader(rows, sampler=sampler)):
        loss = model(batch).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
