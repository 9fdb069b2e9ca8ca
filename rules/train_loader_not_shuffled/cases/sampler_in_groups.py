"""A sampler draws where there are several processes; who shuffles where there is one?"""

import random

import torch
from torch.utils.data import DataLoader, Dataset, DistributedSampler


class Crops(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        start = random.randint(0, 4)
        return torch.load(f"{index}.pt")[start : start + 4]


class Rows(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.full((4,), float(index))


def train(model, loader, optimizer, sampler):
    for epoch in range(3):
        if sampler is not None:
            sampler.set_epoch(epoch)
        for batch in loader:
            model(batch).mean().backward()
            optimizer.step()


def train_shuffled(model, loader, optimizer, sampler):
    for epoch in range(3):
        if sampler is not None:
            sampler.set_epoch(epoch)
        for batch in loader:
            model(batch).mean().backward()
            optimizer.step()


def nobody(model, optimizer, is_distributed):
    sampler = DistributedSampler(Rows()) if is_distributed else None
    loader = DataLoader(Rows(), batch_size=4, shuffle=False, sampler=sampler)  # suspected: where `sampler` is None
    train(model, loader, optimizer, sampler)


def nobody_by_default(model, optimizer, is_distributed):
    sampler = None
    if is_distributed:
        sampler = DistributedSampler(Rows())
    loader = DataLoader(Crops(), 4, sampler=sampler)  # suspected: where `sampler` is None; shuffle in that case
    for _ in range(3):
        for batch in loader:
            model(batch).mean().backward()
            optimizer.step()


def the_loader(model, optimizer, is_distributed):
    sampler = DistributedSampler(Rows()) if is_distributed else None
    train_shuffled(model, DataLoader(Rows(), 4, shuffle=sampler is None, sampler=sampler), optimizer, sampler)
    train_shuffled(model, DataLoader(Rows(), 4, shuffle=not is_distributed, sampler=sampler), optimizer, sampler)


def another_sampler(model, optimizer, is_distributed):
    if is_distributed:
        sampler = DistributedSampler(Rows())
    else:
        sampler = torch.utils.data.RandomSampler(Rows())
    train_shuffled(model, DataLoader(Rows(), 4, sampler=sampler), optimizer, sampler)


def of_whoever_calls(model, optimizer, sampler=None):
    train_shuffled(model, DataLoader(Rows(), 4, sampler=sampler), optimizer, sampler)


def evaluation(model, is_distributed):
    sampler = DistributedSampler(Rows(), shuffle=False) if is_distributed else None
    with torch.no_grad():
        return sum(model(batch).sum() for batch in DataLoader(Rows(), 4, sampler=sampler))
