"""Generators of objects that a dataset makes for itself."""

import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Cropper:
    def __init__(self, size: int, seed: int = 3) -> None:
        self.size = size
        self.state = np.random.RandomState(seed)

    def crop(self, rows: torch.Tensor) -> torch.Tensor:
        start = self.state.randint(len(rows) - self.size)
        return rows[start : start + self.size]

    def name(self) -> str:
        return f"crop of {self.size}"


class SeededCropper:
    def __init__(self, size: int) -> None:
        self.size = size
        self.state = random.Random(0)

    def crop(self, rows: torch.Tensor, index: int) -> torch.Tensor:
        self.state.seed(index)
        start = self.state.randrange(len(rows) - self.size)
        return rows[start : start + self.size]


class Splitter:
    def __init__(self, seed: int) -> None:
        self.order = np.random.default_rng(seed).permutation(8)

    def place(self, index: int) -> int:
        return int(self.order[index])


class Rows(Dataset):
    def __init__(self, rows: list[torch.Tensor], size: int) -> None:
        self.rows = rows
        self.cropper = Cropper(size)  # finding: each DataLoader worker draws the same numbers from its copy of `self.cr
        self.named = Cropper(size)
        self.seeded = SeededCropper(size)
        self.splitter = Splitter(4)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor, str]:
        rows = self.rows[self.splitter.place(index)]
        return self.cropper.crop(rows), self.seeded.crop(rows, index), self.named.name()


def main() -> None:
    for batch in DataLoader(Rows([torch.rand(9) for _ in range(8)], 4), batch_size=2, num_workers=2):
        print(batch)


if __name__ == "__main__":
    main()
