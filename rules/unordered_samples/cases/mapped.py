"""Lists made in the order of a listing: by a function, by a pool, in a loop; then shuffled by a generator with a seed."""

import glob
import multiprocessing
import os
import random

import numpy as np
from torch.utils.data import Dataset


def read(path):
    with open(path, "rb") as file:
        return file.read()


def read_all(paths):
    found = []
    for path in paths:
        found.append(read(path))
    return found


def read_at_once(paths):
    with multiprocessing.Pool() as pool:
        texts = list(pool.map(read, paths))
    return [text for text, path in zip(texts, paths) if text]


def read_in_order(paths):
    return [read(path) for path in sorted(paths)]


class Texts(Dataset):
    def __init__(self, folder, seed):
        self.rng = np.random.default_rng(seed)
        self.paths = self._paths(folder)
        self.texts = self._texts(self.paths)
        self.rng.shuffle(self.texts)

    def _paths(self, folder):
        paths = glob.glob(os.path.join(folder, "*.txt"))  # finding: is shuffled with a seed, but its
        return paths

    def _texts(self, paths):
        return [read(path) for path in paths]

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, index):
        return self.texts[index]


class SortedTexts(Texts):
    def __init__(self, folder, seed):
        self.own = random.Random(seed)
        self.others = sorted(os.listdir(folder))
        self.own.shuffle(self.others)


class DrawnTexts(Texts):
    def __init__(self, folder):
        self.drawn = np.random.default_rng()
        self.others = os.listdir(folder)
        self.drawn.shuffle(self.others)


def split(folder):
    texts = read_all(os.listdir(folder))  # finding: `os.listdir(folder)` is split in two, but its order differs
    return texts[:100], texts[100:]


def split_at_once(folder):
    texts = read_at_once(os.listdir(folder))  # finding: `os.listdir(folder)` is split in two, but its order differs
    return texts[:100], texts[100:]


def split_in_order(folder):
    texts = read_in_order(os.listdir(folder))
    return texts[:100], texts[100:]


def hold_out(folder, count):
    np.random.seed(0)
    speakers = list({name.split("_")[0] for name in os.listdir(folder)})  # finding: is shuffled with a seed
    held_out = np.random.choice(speakers, size=count, replace=False)
    return [one for one in speakers if one not in held_out], held_out


def look_at_one(folder):
    random.seed(0)
    return random.choice(os.listdir(folder))
