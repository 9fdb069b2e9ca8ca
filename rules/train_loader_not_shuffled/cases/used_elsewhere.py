"""Loaders that other code trains on, and samplers with an order of their own."""

import random

import torch
from torch import nn
from torch.utils.data import DataLoader, Sampler, SequentialSampler, SubsetRandomSampler
from torchvision.datasets import CIFAR10


class Picked(Sampler):
    def __init__(self, indices):
        self.indices = indices

    def __iter__(self):
        return (place for place in self.indices)

    def __len__(self):
        return len(self.indices)


class Drawn(Picked):
    def __iter__(self):
        return iter(sorted(self.indices, key=lambda _: random.random()))


class Pictures:
    def __init__(self, folder, size=32):
        self.train_set = CIFAR10(folder, train=True)
        self.test_set = CIFAR10(folder, train=False)
        self.train_loader = DataLoader(self.train_set, size)  # suspected: `self.train_loader` gives training the same
        self.test_loader = DataLoader(self.test_set, size, shuffle=False)
        self.train_eval_loader = DataLoader(self.train_set, size, shuffle=False)


class Part:
    def __init__(self, folder, indices, size=32):
        self.train_set = CIFAR10(folder, train=True)
        drawn, picked = Drawn(indices), Picked(indices)
        self.train_loader = DataLoader(self.train_set, size, sampler=picked)  # suspected: as `picked` has no other; use
        self.train_loader_drawn = DataLoader(self.train_set, size, sampler=drawn)
        self.train_loader_random = DataLoader(self.train_set, size, sampler=SubsetRandomSampler(indices))


def main(folder):
    model = nn.Sequential(nn.Flatten(), nn.Linear(3072, 10))
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    data = CIFAR10(folder, train=True)
    sampler = SequentialSampler(data)
    train_loader = DataLoader(data, 32, sampler=sampler)  # finding: as `sampler` has no other; use a random sampler
    train_features = DataLoader(data, 32)
    for _ in range(10):
        for x, y in train_loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
    with torch.no_grad():
        return [model.eval()(x) for x, _ in train_features]


main("pictures")
