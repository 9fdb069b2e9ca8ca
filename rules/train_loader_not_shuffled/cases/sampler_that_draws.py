"""Samplers that draw, for batches and for several processes."""

import torch
from torch import nn
from torch.utils.data import BatchSampler, DataLoader, DistributedSampler, RandomSampler
from torchvision.datasets import ImageFolder


def by_batches(epochs: int) -> None:
    model, images = nn.Linear(4, 2), ImageFolder("train")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = BatchSampler(RandomSampler(images), 8, drop_last=True)
    loader = DataLoader(images, batch_sampler=batches)
    for _ in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def by_ranks(epochs: int) -> None:
    model, images = nn.Linear(4, 2), ImageFolder("train")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    drawn = DistributedSampler(images)
    loader = DataLoader(images, 8, sampler=drawn)
    for epoch in range(epochs):
        drawn.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
