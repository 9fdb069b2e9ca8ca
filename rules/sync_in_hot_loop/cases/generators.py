"""Batches that come out of a generator, or out of a part of a loader."""

import itertools

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

net = nn.Linear(4, 2).cuda()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def step(images, labels):
    loss = F.cross_entropy(net(images), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def moved(loader: DataLoader):
    for images, labels in loader:
        yield {"images": images.cuda(), "labels": labels.cuda()}


def over_dicts(loader: DataLoader):
    for batch in moved(loader):
        print(step(batch["images"], batch["labels"]).item())  # finding: waits for the GPU in each training step; keep


def pairs(loader: DataLoader):
    while True:
        for images, labels in loader:
            yield images.cuda(), labels.cuda()


def over_pairs(loader: DataLoader):
    for number, (images, labels) in enumerate(pairs(loader)):
        print(number, step(images, labels).item())  # finding: waits for the GPU in each training step; keep


def some(loader: DataLoader):
    for images, labels in itertools.islice(loader, 100):
        print(step(images.cuda(), labels.cuda()).item())  # finding: waits for the GPU in each training step; keep


def several(first: DataLoader, second: DataLoader):
    for images, labels in itertools.chain(first, second):
        print(step(images.cuda(), labels.cuda()).item())  # finding: waits for the GPU in each training step; keep


def epochs(loader: DataLoader):
    for _ in range(10):
        total = 0.0
        for images, labels in loader:
            loss = step(images.cuda(), labels.cuda())
            total += loss.detach()
        yield total


def once_per_epoch(loader: DataLoader):
    for total in epochs(loader):
        print(total.item())
