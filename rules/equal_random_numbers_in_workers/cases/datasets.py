"""Datasets whose workers draw alike, and those that draw each for itself, or alike on purpose."""

import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, Subset


class OfNumPy(Dataset):
    """Its workers are all seeded alike."""

    def __len__(self):
        return 24

    def __getitem__(self, index):  # finding: `numpy.random` draws the same numbers in 2
        return index + np.random.rand()


class OfItsOwn(Dataset):
    """Holds a generator, of which each worker has a copy."""

    def __init__(self):
        self.generator = torch.Generator().manual_seed(3)

    def __len__(self):
        return 24

    def __getitem__(self, index):  # finding: `generator` draws the same numbers in 2
        return index + torch.rand((), generator=self.generator)


class Late(Dataset):
    """Makes its generator in the worker, the same in each."""

    rng = None

    def __len__(self):
        return 24

    def __getitem__(self, index):  # finding: `rng` draws the same numbers in 2
        if self.rng is None:
            self.rng = random.Random(0)
        return index + self.rng.random()


class Plain(Dataset):
    """Draws from what torch seeds in each worker."""

    def __len__(self):
        return 24

    def __getitem__(self, index):
        return index + np.random.rand() + random.random() + torch.rand(())


class OfIndices(Dataset):
    """Draws for each sample what its index says, in whichever worker."""

    def __len__(self):
        return 24

    def __getitem__(self, index):
        rng = np.random.default_rng(index)
        torch.manual_seed(index)
        return index + rng.random() + torch.rand(())


class Ordered(Dataset):
    """Draws once, an order that has to be the same in all workers."""

    def __init__(self):
        self.rng = random.Random(0)
        self.order = None

    def __len__(self):
        return 24

    def __getitem__(self, index):
        if self.order is None:
            self.order = self.rng.sample(range(24), 24)
        return self.order[index]


class Reseeded(OfItsOwn):
    """Is given another seed in each worker."""

    def __getitem__(self, index):
        return index + torch.rand((), generator=self.generator)


class Shared(IterableDataset):
    """Shuffles alike in all workers, so that each can take its share."""

    def __init__(self):
        self.rng = random.Random(0)

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        order = list(range(24))
        self.rng.shuffle(order)
        for number in order[info.id :: info.num_workers]:
            yield number + self.rng.random()


def alike(worker):
    np.random.seed(0)


def seeded(worker):
    torch.utils.data.get_worker_info().dataset.generator.manual_seed(torch.initial_seed())


def total(dataset, init=None):
    return sum(batch.sum() for batch in DataLoader(dataset, 3, num_workers=2, worker_init_fn=init))


if __name__ == "__main__":
    print(total(OfNumPy(), alike), total(Subset(OfItsOwn(), range(18))), total(Late()))
    print(total(Plain()), total(OfIndices()), total(Ordered()), total(Reseeded(), seeded), total(Shared()))
