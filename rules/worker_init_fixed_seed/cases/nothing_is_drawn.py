"""Datasets that draw no random numbers, whatever their workers' seeds are, and those that may."""

import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, index):
        row = self.rows[index]
        return row

    def __len__(self):
        return len(self.rows)


class Noisy(Rows):
    def __getitem__(self, index):
        return self.rows[index] + random.random()


def for_nothing(worker_id):
    np.random.seed(1 + worker_id)


def for_noise(worker_id):
    random.seed(1 + worker_id)  # finding: `random.seed(1 + worker_id)` repeats each worker's random numbers in every


def for_what_may_be_drawn(worker_id):
    random.seed(2 + worker_id)  # finding: `random.seed(2 + worker_id)` repeats each worker's random numbers in every


def for_both(worker_id):
    random.seed(3 + worker_id)  # finding: `random.seed(3 + worker_id)` repeats each worker's random numbers in every


numbers = torch.arange(8.0)
loader = DataLoader(Rows(torch.FloatTensor(numbers)), num_workers=2, worker_init_fn=for_nothing)
noisy = DataLoader(Noisy(numbers), num_workers=2, worker_init_fn=for_noise)
wrapped = DataLoader(Rows(Noisy(numbers)), num_workers=2, worker_init_fn=for_what_may_be_drawn)
first = DataLoader(Rows(numbers), num_workers=2, worker_init_fn=for_both)
second = DataLoader(Noisy(numbers), num_workers=2, worker_init_fn=for_both)
