"""Files that are read at once, opened in the worker, or not read by workers."""

import h5py
import lmdb
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, get_worker_info


class ReadAtOnce(Dataset):
    def __init__(self, path):
        with h5py.File(path, "r") as file:
            self.rows = file["rows"][:]
        self.file = h5py.File(path, "r")
        self.labels = self.file["labels"][:]
        self.file.close()
        text = open(path)
        self.lines = text.readlines()
        self.count = len(h5py.File(path, "r")["rows"])

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        return self.rows[index], self.labels[index], self.lines[index]


class OpenedLater(Dataset):
    def __init__(self, path):
        self.path, self.env, self.rows = path, None, None

    def _open(self):
        self.env = lmdb.open(self.path, readonly=True, lock=False)
        self.rows = h5py.File(self.path, "r")["rows"]

    def __getitem__(self, index):
        if self.env is None:
            self._open()
        with self.env.begin() as transaction:
            return transaction.get(str(index).encode()), self.rows[index]


class OnlyCounted(Dataset):
    def __init__(self, path):
        self.file = h5py.File(path, "r")
        self.count = len(self.file["rows"])
        self.rows = np.load(path, mmap_mode="r")

    def __getitem__(self, index):
        return self.rows[index]


class InMemory(Dataset):
    def __init__(self, path):
        self.file = h5py.File(path, "r", driver="core")
        self.other = h5py.File(path, "r", swmr=True)

    def __getitem__(self, index):
        return self.file["rows"][index], self.other["rows"][index]


class Told(Dataset):
    """Its workers are told which file is theirs."""

    def __init__(self, path):
        self.file = open(path, "rb")

    def __getitem__(self, index):
        assert get_worker_info() is None
        self.file.seek(index)
        return self.file.read(1)


class Features(Dataset):
    """Opened and closed around whatever needs it."""

    def __init__(self, path):
        self.file = h5py.File(path)

    def __exit__(self, *_):
        self.file.close()

    def __enter__(self):
        return self

    def __getitem__(self, key):
        return self.file[key]


class Reader:
    """No dataset: who knows who makes it, and where."""

    def __init__(self, path):
        self.file = h5py.File(path, "r")

    def __getitem__(self, index):
        return self.file["rows"][index]


def main(path):
    for dataset in (ReadAtOnce(path), OpenedLater(path), OnlyCounted(path), InMemory(path), Told(path)):
        DataLoader(dataset, num_workers=4)
