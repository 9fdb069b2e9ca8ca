"""Handles that an object of another class keeps open, and files that are opened again only at their end."""

import io
import os

import lmdb
import numpy as np
from torch.utils.data import DataLoader, Dataset


class Store:
    def __init__(self, path):
        self.env = lmdb.open(path, readonly=True)

    def get(self, key):
        with self.env.begin() as txn:
            return np.load(io.BytesIO(txn.get(key.encode())))


class LazyStore:
    def __init__(self, path):
        self.path, self.env = path, None

    def get(self, key):
        if self.env is None:
            self.env = lmdb.open(self.path, readonly=True)
        with self.env.begin() as txn:
            return np.load(io.BytesIO(txn.get(key.encode())))


class OfItsProcess:
    def __init__(self, path):
        self.path, self.owner = path, os.getpid()
        self.env = lmdb.open(path, readonly=True)

    def get(self, key):
        if os.getpid() != self.owner:
            self.env, self.owner = lmdb.open(self.path, readonly=True), os.getpid()
        with self.env.begin() as txn:
            return np.load(io.BytesIO(txn.get(key.encode())))


class ReadAtOnce:
    def __init__(self, path, keys):
        self.env = lmdb.open(path, readonly=True)
        with self.env.begin() as txn:
            self.rows = {key: np.load(io.BytesIO(txn.get(key.encode()))) for key in keys}

    def get(self, key):
        return self.rows[key]


class Regions(Dataset):
    def __init__(self, path, keys, kind):
        self.store = Store(path) if kind == "kept" else LazyStore(path)  # finding: opens a file once for all
        self.lazy = LazyStore(path)
        self.own = OfItsProcess(path)
        self.unused = Store(path)
        self.read = ReadAtOnce(path, keys)
        self.keys = keys

    def __len__(self):
        return len(self.keys)

    def __getitem__(self, i):
        key = self.keys[i]
        return self.store.get(key), self.lazy.get(key), self.own.get(key), self.read.get(key)


class Pairs(Dataset):
    def __init__(self, path, length):
        self.path, self.length = path, length
        self.file = open(path)  # finding: opened once for all DataLoader workers
        self.other = open(path)

    def __len__(self):
        return self.length

    def __getitem__(self, i):
        line = self.file.readline()
        if not line:
            self.file = open(self.path)
            line = self.file.readline()
        if self.other is None or i == 0:
            self.other = open(self.path)  # each worker may have its own
        return line, self.other.readline()


def loaders(path, keys):
    return DataLoader(Regions(path, keys, "kept"), 8, num_workers=4), DataLoader(Pairs(path, 100), 8, num_workers=4)
