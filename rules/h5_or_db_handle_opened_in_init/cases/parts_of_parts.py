"""Files of which samples only use a part that the constructor took."""

import sqlite3

import h5py
import lmdb
import torch
from torch.utils.data import DataLoader, Dataset


class Nested(Dataset):
    def __init__(self, path, mode):
        self.file = h5py.File(path, "r")  # finding: `self.file` is opened once for all DataLoader workers
        self.images = self.file[mode]["images"]
        self.labels = self.file[mode]["labels"]

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        return torch.from_numpy(self.images[i]), int(self.labels[i])


class OfAGroup(Dataset):
    def __init__(self, path):
        self.file = h5py.File(path, "r")  # finding: `self.file` is opened once for all DataLoader workers
        clips = self.file["clips"]
        self.video, self.text = clips["video"], clips["text"]

    def __len__(self):
        return len(self.video)

    def __getitem__(self, i):
        return torch.from_numpy(self.video[i]), self.text[i]


class NestedInMemory(Dataset):
    def __init__(self, path, mode):
        self.file = h5py.File(path, "r")
        self.images = self.file[mode]["images"][:]
        self.first = self.file[mode][0]

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        return torch.from_numpy(self.images[i]), self.first


class Rows(Dataset):
    def __init__(self, path):
        connection = sqlite3.connect(path)  # finding: `self.cursor` is opened once for all DataLoader workers
        self.cursor = connection.cursor()

    def __len__(self):
        return 100

    def __getitem__(self, i):
        return torch.tensor(self.cursor.execute("SELECT x, y FROM samples WHERE id = ?", (i,)).fetchone())


class Transactions(Dataset):
    def __init__(self, path):
        self.env = lmdb.open(path, readonly=True)  # finding: `self.env` is opened once for all DataLoader workers
        self.rows = self.env.begin()

    def __len__(self):
        return 100

    def __getitem__(self, i):
        return torch.frombuffer(self.rows.get(str(i).encode()), dtype=torch.uint8)


class Counted(Dataset):
    def __init__(self, path):
        self.path = path
        connection = sqlite3.connect(path)
        self.length = connection.cursor().execute("SELECT COUNT(*) FROM samples").fetchone()[0]

    def __len__(self):
        return self.length

    def __getitem__(self, i):
        with sqlite3.connect(self.path) as connection:
            return torch.tensor(connection.execute("SELECT x FROM samples WHERE id = ?", (i,)).fetchone())


def loaders(path):
    first = DataLoader(Nested(path, "train"), batch_size=4, num_workers=4)
    of_a_group = DataLoader(OfAGroup(path), batch_size=4, num_workers=4)
    second = DataLoader(Rows(path), batch_size=4, num_workers=4)
    third = DataLoader(Transactions(path), batch_size=4, num_workers=4)
    fourth = DataLoader(NestedInMemory(path, "train"), batch_size=4, num_workers=4)
    return of_a_group, first, second, third, fourth, DataLoader(Counted(path), batch_size=4, num_workers=4)
