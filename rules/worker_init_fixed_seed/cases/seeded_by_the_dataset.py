"""Datasets that seed the worker which they are in, when it asks them for its first sample."""

import random

import numpy as np
import torch
from torch.utils.data import Dataset, IterableDataset, get_worker_info


class Pairs(Dataset):
    def __init__(self, pairs, seed=0):
        self.pairs, self.seed, self.is_seeded, self.passes = pairs, seed, False, 0

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, index):
        if not self.is_seeded:
            info = torch.utils.data.get_worker_info()
            if info is not None:
                np.random.seed(info.id)  # finding: `np.random.seed(info.id)` repeats each worker's random numbers in
                random.seed(info.id)
                self.is_seeded = True
        return self.pairs[index] + np.random.randn()


class Stream(IterableDataset):
    def __init__(self, files, seed):
        self.files, self.seed = files, seed

    def __iter__(self):
        info = get_worker_info()
        number = info.id if info is not None else 0
        torch.manual_seed(1000 * self.seed + get_worker_info().id)  # finding: gives each worker a seed of its own
        yield from self.files[number :: info.num_workers]


class FreshStream(Stream):
    """The worker's own seed is another one in each epoch."""

    def __iter__(self):
        info = get_worker_info()
        np.random.seed(info.seed % 2**32)
        yield from self.files[info.id :: info.num_workers]


class Counted(Pairs):
    """Counts its epochs."""

    def set_pass(self, number):
        self.passes = number

    def __getitem__(self, index):
        np.random.seed(self.passes * 100 + get_worker_info().id)
        return self.pairs[index] + np.random.randn()


class EachSampleItsOwn(Pairs):
    """Each sample has numbers of its own, which are meant to be the same in each epoch."""

    def __getitem__(self, index):
        np.random.seed(index)
        random.seed(index + get_worker_info().id)
        return self.pairs[index] + np.random.randn()


class Own(Pairs):
    """A generator of its own, which nothing else draws from."""

    def __getitem__(self, index):
        order = random.Random(get_worker_info().id)
        return self.pairs[order.randrange(len(self.pairs))]


class Described(Pairs):
    """Asks which worker it is in, and takes torch's seed."""

    def __getitem__(self, index):
        if get_worker_info().id == 0:
            np.random.seed(torch.initial_seed() % 2**32)
        return self.pairs[index]
