"""Objects that are called in each worker."""

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Crops(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        start = np.random.randint(0, 8)
        return self.rows[i][start : start + 8]


class SeedWorkers:
    def __init__(self, seed):
        self.seed = seed

    def __call__(self, worker_id):
        np.random.seed(self.seed + worker_id)  # finding: repeats each worker's random numbers in every epoch


class SeedFromTorch:
    def __call__(self, worker_id):
        np.random.seed(torch.initial_seed() % 2**32)


def loaders(rows, seed):
    first = DataLoader(Crops(rows), 8, shuffle=True, num_workers=4, worker_init_fn=SeedWorkers(seed))
    return first, DataLoader(Crops(rows), 8, shuffle=True, num_workers=4, worker_init_fn=SeedFromTorch())
