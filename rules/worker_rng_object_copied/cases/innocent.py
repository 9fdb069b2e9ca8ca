"""Generators that are not copied to workers, or whose copies are seeded anew."""

import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info


class Rows(Dataset):
    """What all of these have."""

    def __init__(self):
        self.rows = torch.zeros(8, 4)

    def __len__(self):
        return len(self.rows)


class SplitOnce(Rows):
    """Draws in its constructor only."""

    def __init__(self, seed):
        super().__init__()
        self.rng = np.random.default_rng(seed)
        self.order = self.rng.permutation(len(self.rows))
        self.noise = np.random.RandomState(seed).normal(size=len(self.rows))

    def __getitem__(self, index):
        return self.rows[self.order[index]] + self.noise[index]


class PerIndex(Rows):
    """The same number for the same sample, by design."""

    def __init__(self, seed):
        super().__init__()
        self.seed, self.rng, self.other = seed, random.Random(seed), torch.Generator()
        self.third = torch.Generator()

    def __getitem__(self, index):
        own = np.random.default_rng(self.seed + index)
        self.third.manual_seed(self.seed + index)
        return self.rows[index] + own.normal() + torch.rand(1, generator=self.third)


class Lazy(Rows):
    def __init__(self):
        super().__init__()
        self.rng = np.random.default_rng()

    def seed(self):
        self.rng = np.random.default_rng(torch.initial_seed())

    def __getitem__(self, index):
        self.seed()
        return self.rows[index] * self.rng.normal()


class ByWorker(IterableDataset):
    def __init__(self):
        self.rng = random.Random(0)

    def __iter__(self):
        self.rng.seed(get_worker_info().seed)
        for _ in range(8):
            yield self.rng.random()


class Global(Rows):
    """torch seeds these for each worker and epoch, since 1.9."""

    def __getitem__(self, index):
        return self.rows[index] + np.random.normal() + random.random() + torch.rand(1)


class Sampler:
    """No dataset, and not called for a sample."""

    def __init__(self, size):
        self.size, self.rng = size, random.Random(0)

    def __iter__(self):
        yield from self.rng.sample(range(self.size), self.size)


def main():
    for dataset in (SplitOnce(0), PerIndex(0), Lazy(), Global()):
        DataLoader(dataset, num_workers=4, sampler=Sampler(8))
    DataLoader(ByWorker(), num_workers=4)
