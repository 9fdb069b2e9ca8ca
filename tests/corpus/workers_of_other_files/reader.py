"""Datasets of HDF5 files, opened at once or when a worker first reads."""

import h5py
from torch.utils.data import Dataset


class Base(Dataset):
    def __init__(self, path):
        self.path = path
        self.open()

    def open(self):
        self.file = h5py.File(self.path, "r")  # finding: is opened once for all DataLoader workers

    def __len__(self):
        return len(self.file["x"])

    def read(self, i):
        return self.file["x"][i]

    def __getitem__(self, i):
        return self.read(i)


class Shards(Dataset):
    def __init__(self, paths):
        self.files = {p: h5py.File(p, "r") for p in paths}  # finding: is opened once for all DataLoader workers
        self.paths = paths

    def __len__(self):
        return 10

    def __getitem__(self, i):
        return self.files[self.paths[i]]["x"][0]


class Lazy(Dataset):
    def __init__(self, path):
        self.path = path
        self.file = None
        with h5py.File(path, "r") as f:
            self.length = len(f["x"])

    def __len__(self):
        return self.length

    def _open(self):
        if self.file is None:
            self.file = h5py.File(self.path, "r")
        return self.file

    def __getitem__(self, i):
        return self._open()["x"][i]
