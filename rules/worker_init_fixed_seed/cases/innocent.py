"""Seeds that are another one in each epoch, and functions that no loader is given."""

import random
import time
from functools import partial

import numpy as np
import torch
from torch.utils.data import DataLoader, get_worker_info


def seed_worker(worker_id):
    worker_seed = torch.initial_seed() % 2**32
    np.random.seed(worker_seed)
    random.seed(worker_seed)


def by_info(worker_id):
    info = get_worker_info()
    np.random.seed((info.seed + worker_id) % 2**32)


def by_time(worker_id):
    random.seed(int(time.time()) + worker_id)


def by_draw(worker_id):
    np.random.seed(torch.randint(2**31, ()).item())


def no_seed(worker_id):
    torch.set_num_threads(1)


def set_seed(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


class Epochs:
    def __init__(self, dataset):
        self.dataset, self.epoch = dataset, 0

    def seed(self, worker_id):
        np.random.seed(1000 * self.epoch + worker_id)

    def __iter__(self):
        self.epoch += 1
        return iter(DataLoader(self.dataset, num_workers=2, worker_init_fn=self.seed))


def main(dataset):
    set_seed(3)
    for function in (seed_worker, by_info, by_time, by_draw, no_seed):
        DataLoader(dataset, num_workers=2, worker_init_fn=function)
    yield DataLoader(dataset, num_workers=2, worker_init_fn=seed_worker)
    yield DataLoader(dataset, num_workers=2, worker_init_fn=by_info)
    yield DataLoader(dataset, num_workers=2, worker_init_fn=by_time)
    yield DataLoader(dataset, num_workers=2, worker_init_fn=by_draw)
    yield DataLoader(dataset, num_workers=2, worker_init_fn=no_seed)


def seed_from(worker_id, base=0):
    seed = base + worker_id
    random.seed(seed)
    np.random.seed(seed)


def of_each_epoch(dataset, seed, epochs):
    for epoch in range(epochs):
        yield DataLoader(dataset, num_workers=2, worker_init_fn=partial(seed_from, base=epoch + seed))
