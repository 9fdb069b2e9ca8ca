"""Workers that seed Python's generator, and datasets that draw from it or only from NumPy's."""

import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Compose:
    def __init__(self, parts):
        self.parts = parts

    def __call__(self, row):
        for part in self.parts:
            row = part(row)
        return row


def flipped(row):
    return row[::-1] if np.random.rand() < 0.5 else row


def shifted(row):
    return row + random.choice((0, 1))


class Flip:
    def __call__(self, row):
        return flipped(row)


class Shift:
    def __call__(self, row):
        return shifted(row)


class Rows(Dataset):
    def __init__(self, rows, transform):
        self.rows, self.transform = rows, transform

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return torch.from_numpy(self.transform(self.rows[index]).copy())


def flips(rows):
    def seed_worker(worker_id):
        random.seed(7 + worker_id)  # nothing draws from it

    return DataLoader(Rows(rows, Compose([Flip()])), num_workers=2, worker_init_fn=seed_worker)


def flips_by_numpy(rows):
    def seed_worker(worker_id):
        np.random.seed(7 + worker_id)  # finding: `np.random.seed(7 + worker_id)` repeats each worker's random numbers

    return DataLoader(Rows(rows, Compose([Flip()])), num_workers=2, worker_init_fn=seed_worker)


def shifts(rows):
    def seed_worker(worker_id):
        random.seed(7 + worker_id)  # finding: `random.seed(7 + worker_id)` repeats each worker's random numbers in

    return DataLoader(Rows(rows, Compose([Flip(), Shift()])), num_workers=2, worker_init_fn=seed_worker)
