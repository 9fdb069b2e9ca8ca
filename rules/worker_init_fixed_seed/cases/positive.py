"""The recipes that people know."""

import functools
import random
from functools import partial

import numpy as np
import torch
from torch.utils.data import DataLoader


def init_fn(worker_id):
    random.seed(42)  # finding: `random.seed(42)` repeats each worker's random numbers in every epoch; seed with


def worker_init_fn(worker_id, num_workers=4, rank=0, seed=7):
    worker_seed = num_workers * rank + worker_id + seed
    np.random.seed(worker_seed)  # finding: `np.random.seed(worker_seed)` repeats each worker's random numbers in every
    random.seed(worker_seed)


class Data:
    def __init__(self, args, dataset):
        self.args, self.dataset = args, dataset

    def seed(self, worker_id):
        torch.manual_seed(int(self.args.seed) + worker_id)  # finding: gives each worker a seed of its own

    def loaders(self, number, training):
        def _init(worker):
            np.random.seed(number + worker)  # finding: `np.random.seed(number + worker)` repeats each worker's random

        yield DataLoader(self.dataset, num_workers=2, worker_init_fn=self.seed)
        yield DataLoader(self.dataset, num_workers=2, worker_init_fn=_init if training else None)
        yield DataLoader(self.dataset, num_workers=2, worker_init_fn=lambda i: np.random.seed(i))  # finding: `np.rando
        yield DataLoader(self.dataset, num_workers=2, worker_init_fn=init_fn)
        settings = {"worker_init_fn": functools.partial(worker_init_fn, rank=number)}
        yield DataLoader(self.dataset, num_workers=2, **settings)
        yield DataLoader(self.dataset, num_workers=2, worker_init_fn=partial(worker_init_fn, seed=3))


def by_kind_of_dataset(worker_id):
    info = torch.utils.data.get_worker_info()
    if isinstance(info.dataset, torch.utils.data.IterableDataset):
        place = np.random.choice(len(np.random.get_state()[1]))
        return np.random.seed(np.random.get_state()[1][place] + worker_id)
    else:
        return np.random.seed(np.random.get_state()[1][0] + worker_id)  # finding: `np.random.seed(...)` repeats each


def by_rank(worker_id):
    np.random.seed(100 + worker_id)  # finding: `np.random.seed(100 + worker_id)` repeats each worker's random numbers


def one_of_two_generators(worker_id):
    random.seed(worker_id)
    np.random.seed(torch.initial_seed() % 2**32)


rows = list(range(8))
seeding = by_kind_of_dataset if rows else None
if len(rows) > 4:
    seeding = by_rank
by_kind = DataLoader(rows, num_workers=2, worker_init_fn=seeding)
by_two = DataLoader(rows, num_workers=2, worker_init_fn=one_of_two_generators)
