"""A loader without workers draws from the one object that there is."""

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Noisy(Dataset):
    def __init__(self):
        self.rng = np.random.default_rng(0)

    def __len__(self):
        return 8

    def __getitem__(self, index):
        return torch.as_tensor(self.rng.normal(size=3))


def main():
    for batch in DataLoader(Noisy(), batch_size=4, num_workers=0):
        print(batch.mean())
    for batch in DataLoader(Noisy(), batch_size=2):
        print(batch.mean())
    for batch in DataLoader(Noisy(), batch_size=2, num_workers=1):  # one copy, from which all are drawn
        print(batch.mean())
