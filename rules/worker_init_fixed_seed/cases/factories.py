"""Functions that make the function that workers run: what they return is run in workers, and not they themselves."""

import random
import time
from functools import partial

import numpy as np
import torch
from torch.utils.data import DataLoader


def set_seed(seed, for_workers=False):
    """Runs in the main process, once."""
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    return init_worker if for_workers else None


def init_worker(worker_id):
    np.random.seed(torch.initial_seed() % 2**32)


def given_by_the_seeding(dataset):
    worker_init_fn = set_seed(7, for_workers=True)
    return DataLoader(dataset, num_workers=2, worker_init_fn=worker_init_fn)


def make_init(seed):
    def init(worker_id):
        np.random.seed(seed + worker_id)  # finding: `np.random.seed(seed + worker_id)` repeats each worker's random

    return init


def made_once(dataset):
    return DataLoader(dataset, num_workers=2, worker_init_fn=make_init(3))


def make_lambda(seed):
    return lambda worker_id: random.seed(seed + worker_id)  # finding: `random.seed(seed + worker_id)` repeats each


def made_before(dataset):
    chosen = make_lambda(5)
    return DataLoader(dataset, num_workers=2, worker_init_fn=chosen)


def make_for_an_epoch(seed):
    def init_for_an_epoch(worker_id):
        np.random.seed(seed + worker_id)

    return init_for_an_epoch


def made_for_each_epoch(dataset, epochs):
    for number in range(epochs):
        yield DataLoader(dataset, num_workers=2, worker_init_fn=make_for_an_epoch(number))


def make_by_time(seed):
    def init_by_time(worker_id):
        np.random.seed(seed + worker_id)

    return init_by_time


def made_by_time(dataset):
    return DataLoader(dataset, num_workers=2, worker_init_fn=make_by_time(int(time.time())))


def seed_default(worker_id):
    random.seed(worker_id)  # finding: `random.seed(worker_id)` repeats each worker's random numbers in every epoch;


def with_a_default(dataset, worker_init_fn=seed_default):
    return DataLoader(dataset, num_workers=2, worker_init_fn=worker_init_fn)


def seed_partially(worker_id, base):
    random.seed(base + worker_id)  # finding: `random.seed(base + worker_id)` repeats each worker's random numbers in


def with_a_partial(dataset):
    init = partial(seed_partially, base=3)
    return DataLoader(dataset, num_workers=2, worker_init_fn=init)
