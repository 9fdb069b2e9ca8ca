"""Lists that a loop over a directory fills."""

import os
import random
from pathlib import Path

import torch


class Shared:
    def __init__(self, folder, rank, world_size):
        self.rows = []
        for name in os.listdir(folder):  # finding: is divided among processes, but its order differs between machines
            if name.endswith(".pt"):
                self.rows.extend(torch.load(os.path.join(folder, name)))
        self.rows = self.rows[rank::world_size]


class SharedInOrder:
    def __init__(self, folder, rank, world_size):
        self.rows = []
        for name in sorted(os.listdir(folder)):
            self.rows.extend(torch.load(os.path.join(folder, name)))
        self.rows = self.rows[rank::world_size]


class SharedOfOthers:
    def __init__(self, folder, names, rank, world_size):
        self.rows, sizes = [], []
        for name in names:
            self.rows.append(os.path.join(folder, name))
        for name in os.listdir(folder):
            sizes.append(os.path.getsize(name))
        self.rows, self.sizes = self.rows[rank::world_size], sizes


def split(folder):
    names = os.listdir(folder)  # finding: is split in two, but its order differs between machines
    samples = []
    for name in names:
        samples.append((folder, name))
    return samples[:100], samples[100:]


def split_in_order(folder):
    samples = []
    for name in os.listdir(folder):
        samples.append(name)
    samples.sort()
    return samples[:100], samples[100:]


def shuffled(folder, endings):
    random.seed(0)
    files = [str(path) for ending in endings for path in Path(folder).glob(f"*.{ending}")]  # finding: with a seed
    random.shuffle(files)
    return files


def all_alike(folder):
    samples = []
    for name in os.listdir(folder):
        samples.append(name)
    return samples
