"""Samplers of several processes, and of batches, that keep the order of the dataset."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import BatchSampler, DataLoader, DistributedSampler, RandomSampler, SequentialSampler
from torchvision.datasets import ImageFolder


def train(model: nn.Module, loader: DataLoader) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def evaluate(model: nn.Module, loader: DataLoader) -> int:
    right = 0
    with torch.no_grad():
        for x, y in loader:
            right += int((model(x).argmax(1) == y).sum())
    return right


def by_ranks(epochs: int) -> None:
    model = DistributedDataParallel(nn.Linear(4, 2))
    images, held_out = ImageFolder("train"), ImageFolder("val")
    ordered, drawn = DistributedSampler(images, shuffle=False), DistributedSampler(images)
    loader = DataLoader(images, 8, sampler=ordered)  # finding: in the same order as `ordered` does not shuffle; drop
    other = DataLoader(images, 8, sampler=drawn)
    val_loader = DataLoader(held_out, 8, sampler=DistributedSampler(held_out, shuffle=False))
    for epoch in range(epochs):
        ordered.set_epoch(epoch)
        drawn.set_epoch(epoch)
        train(model, loader)
        train(model, other)
        print(evaluate(model, val_loader))


def by_batches(epochs: int) -> None:
    model, images = nn.Linear(4, 2), ImageFolder("train")
    batches = BatchSampler(SequentialSampler(images), 8, drop_last=True)
    loader = DataLoader(images, batch_sampler=batches)  # finding: in the same order as `SequentialSampler(images)` has
    other = DataLoader(images, batch_sampler=BatchSampler(RandomSampler(images), 8, drop_last=True))
    for _ in range(epochs):
        train(model, loader)
        train(model, other)
