"""The same transform with one generator: in a loader with workers, and in one whose workers make it anew."""

import random

import torch
from torch.utils.data import DataLoader, Dataset


class Shake:
    def __init__(self):
        self.rng = random.Random(1)  # suspected: its copy of `self.rng`

    def __call__(self, row):
        return row + self.rng.random()


class ShakeAnew:
    def __init__(self):
        self.rng = random.Random(1)  # suspected: its copy of `self.rng`  # refuted

    def __call__(self, row):
        return row + self.rng.random()


class Rows(Dataset):
    def __init__(self, transform):
        self.transform = transform

    def __len__(self):
        return 8

    def __getitem__(self, index):
        return self.transform(torch.zeros(2))


def reseed(worker):
    transform = torch.utils.data.get_worker_info().dataset.transform
    vars(transform).update(rng=random.Random(torch.initial_seed()))


def main():
    for batch in DataLoader(Rows(Shake()), batch_size=4, num_workers=2):
        print(batch.shape)
    for batch in DataLoader(Rows(ShakeAnew()), batch_size=4, num_workers=2, worker_init_fn=reseed):
        print(batch.shape)


if __name__ == "__main__":
    main()
