"""The handles that people keep."""

import sqlite3
import tarfile
import zipfile
from zipfile import ZipFile

import cv2
import h5py
import lmdb
import torch
from torch.utils.data import DataLoader, Dataset, Subset


class Everything(Dataset):
    def __init__(self, path, transform=None):
        super().__init__()
        self.transform = transform
        self.h5 = h5py.File(path, "r")  # finding: all DataLoader workers, so their reads interfere; open it
        self.keys = list(self.h5.keys())
        self.env = lmdb.open(path, readonly=True)  # finding: `self.env`
        self.zip = ZipFile(path) if path.endswith("zip") else None  # finding: `self.zip`
        self.tar: tarfile.TarFile = tarfile.open(path)  # finding: `self.tar`
        self._connect(path)

    def _connect(self, path):
        self.connection = sqlite3.connect(path)  # finding: `self.connection`
        self.video = cv2.VideoCapture(path)  # finding: `self.video`

    def __len__(self):
        return len(self.keys)

    def _bytes(self, index):
        with self.env.begin() as transaction:
            return transaction.get(self.keys[index].encode())

    def __getitem__(self, index):
        image = torch.as_tensor(self.h5[self.keys[index]][()])
        row = self.connection.execute("select label from rows where id = ?", (index,)).fetchone()
        frame = self.video.read()[1]
        return image, row, frame, self._bytes(index), self.zip.read(str(index)), self.tar.extractfile(str(index))


class ByName(Dataset):
    """What is kept is a part of the file, which is read when it is asked for a row."""

    def __init__(self, path):
        self.file = h5py.File(path, "r")  # finding: `self.file`
        self.rows = self.file["rows"]
        self.size = self.file.attrs["size"]

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        return self.rows[index]


class Part(Dataset):
    """What is kept is a part of the file alone."""

    def __init__(self, path):
        self.path = path
        self.open()

    def open(self):
        self.rows = h5py.File(self.path, "r")["rows"]  # finding: `self.rows`
        file = h5py.File(self.path, "r")
        self.read = file["rows"][:]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index], self.read[index]


class PartOfANamedFile(Dataset):
    def __init__(self, path):
        file = h5py.File(path, "r")  # finding: `self.rows`
        self.rows = file["rows"]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]


class WithoutLocks(Dataset):
    """LMDB forbids it; without locks, and only read, it often goes well."""

    def __init__(self, path):
        self.env = lmdb.open(path, readonly=True, lock=False, readahead=False)  # suspected: `self.env`

    def __getitem__(self, index):
        with self.env.begin(write=False) as transaction:
            return transaction.get(str(index).encode())


def main(path, workers):
    DataLoader(Subset(Everything(path), range(10)), batch_size=2, num_workers=workers)
    DataLoader(ByName(path), num_workers=workers)
    DataLoader(Part(path), num_workers=workers)
    DataLoader(PartOfANamedFile(path), num_workers=workers)
    DataLoader(WithoutLocks(path), batch_size=2, num_workers=8)
