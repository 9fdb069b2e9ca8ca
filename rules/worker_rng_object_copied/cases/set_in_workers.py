"""Generators that a `worker_init_fn` replaces or seeds in each worker, or the object that has one."""

import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, get_worker_info


class Picker:
    def __init__(self, seed: int) -> None:
        self.state = random.Random(seed)

    def pick(self, rows: torch.Tensor) -> torch.Tensor:
        return rows[self.state.randrange(len(rows))]


class Replaced(Dataset):
    def __init__(self, rows: torch.Tensor) -> None:
        self.rows = rows
        self.draws = np.random.default_rng(0)
        self.picker = Picker(0)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> torch.Tensor:
        return self.picker.pick(self.rows) + self.draws.random()


class Restarted(Dataset):
    def __init__(self, rows: torch.Tensor) -> None:
        self.rows = rows
        self.chooser = Picker(0)
        self.noise = np.random.default_rng(0)  # finding: each DataLoader worker draws the same numbers

    def restart(self, seed: int) -> None:
        self.chooser = Picker(seed)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> torch.Tensor:
        return self.chooser.pick(self.rows) + self.noise.random()


def replace(worker: int) -> None:
    info = get_worker_info()
    info.dataset.draws = np.random.default_rng(info.seed)
    info.dataset.picker = Picker(info.seed)


def restart(worker: int) -> None:
    dataset = torch.utils.data.get_worker_info().dataset
    dataset.restart(torch.initial_seed())


if __name__ == "__main__":
    for batch in DataLoader(Replaced(torch.rand(8)), num_workers=2, worker_init_fn=replace):
        print(batch)
    for batch in DataLoader(Restarted(torch.rand(8)), num_workers=2, worker_init_fn=restart):
        print(batch)
