"""The ways in which people keep a generator."""

import random
from random import Random

import numpy as np
import torch
from numpy.random import RandomState
from torch.utils.data import DataLoader, Dataset, IterableDataset, random_split


def shift(row, generator):
    return row + generator.random()


class Shifted(Dataset):
    def __init__(self, rows, seed=0, rng=None):
        self.rows = rows
        self.rng = rng or RandomState(seed)  # finding: its copy of `self.rng`
        self.generator = torch.Generator().manual_seed(seed)  # finding: its copy of `self.generator`
        self._prepare(seed)

    def _prepare(self, seed):
        self._random = Random(seed)  # finding: its copy of `self._random`

    def __len__(self):
        return len(self.rows)

    def _augment(self, row):
        return shift(row, self.rng)

    def __getitem__(self, index):
        row = self._augment(self.rows[index])
        row = row + torch.rand(1, generator=self.generator)
        return row if self._random.random() < 0.5 else -row


class Stream(IterableDataset):
    """Each worker gives out the same stream of random numbers."""

    def __init__(self):
        super().__init__()
        self.rng = np.random.Generator(np.random.PCG64(3))  # finding: its copy of `self.rng`

    def __iter__(self):
        for _ in range(16):
            yield torch.as_tensor(self.rng.normal(size=3))


class Flip:
    """A transform, of which is not seen who calls it."""

    def __init__(self, p):
        self.p, self.count = p, 0
        self.rng = random.Random(1)  # suspected: its copy of `self.rng`

    def __call__(self, image):
        return image.flip(0) if self.rng.random() < self.p else image


def main(workers):
    train, _ = random_split(Shifted(torch.zeros(8, 4)), [6, 2])
    DataLoader(train, batch_size=2, num_workers=workers)
    DataLoader(Stream(), num_workers=2)
