"""Lists whose order matters where they are handed to."""

import glob
from pathlib import Path

import torch
from torch.utils.data import IterableDataset


class Shards(IterableDataset):
    def __init__(self, names, rank, world_size):
        self.names = names
        self.rank, self.world_size = rank, world_size

    def __iter__(self):
        for name in self.names[self.rank :: self.world_size]:
            yield from torch.load(name)


class Sorted(IterableDataset):
    def __init__(self, names, rank, world_size):
        self.names = sorted(names)
        self.rank, self.world_size = rank, world_size

    def __iter__(self):
        for name in self.names[self.rank :: self.world_size]:
            yield from torch.load(name)


def mine(names, rank, world_size):
    return names[rank::world_size]


def shards(root, rank, world_size):
    names = glob.glob(f"{root}/*.pt")  # finding: divided among processes
    return Shards(names, rank, world_size)


def in_order(root, rank, world_size):
    names = sorted(glob.glob(f"{root}/*.pt"))
    return Shards(names, rank, world_size), Sorted(glob.glob(f"{root}/*.pt"), rank, world_size)


def own_names(root, rank, world_size):
    return mine(list(Path(root).glob("*.pt")), rank, world_size)  # finding: divided among processes


def fold(root, number):
    cases = [path for path in Path(root).glob("*.nii")]  # finding: divided into folds
    return cases[number::5]


def fold_in_order(root, number):
    cases = sorted(Path(root).glob("*.nii"))
    return cases[number::5], [path for path in Path(root).glob("*.txt")][::2]
