"""Datasets of a common base: what they read for each sample, and what they keep."""

import functools
import os

import numpy as np
import pandas as pd
import torch
from base import Base
from reading import read_json, read_table


class Bad(Base):
    def load(self, index):
        table = self.table()
        return table.iloc[index]

    def table(self):
        return pd.read_csv(os.path.join(self.root, "t.csv"))  # finding: reads the whole file again


class BadHelper(Base):
    def load(self, index):
        return read_table(os.path.join(self.root, "t.csv")).iloc[index]  # finding: reads the whole file again


class BadDict(Base):
    def load(self, index):
        sample = {}
        sample["k"] = self._calibration()
        return sample

    def _calibration(self):
        path = os.path.join(self.root, "calib.txt")
        return np.loadtxt(path)  # finding: reads the whole file again


class GoodIndexed(Base):
    def load(self, index):
        return self._read(self.names[index])

    def _read(self, name):
        return np.load(os.path.join(self.root, name))


class GoodHelper(Base):
    def load(self, index):
        return read_json(os.path.join(self.root, self.names[index]))


class GoodLazy(Base):
    def load(self, index):
        return self.table.iloc[index]

    @property
    def table(self):
        if self._table is None:
            self._table = pd.read_csv(os.path.join(self.root, "t.csv"))
        return self._table


class GoodLazyCalls(Base):
    def load(self, index):
        if self.meta is None:
            self._open()
        return self.meta[index]

    def _open(self):
        self.meta = np.load(os.path.join(self.root, "m.npy"))


class GoodLazyReturned(Base):
    def load(self, index):
        if self.meta is None:
            self.meta = self._read_meta()
        return self.meta[index]

    def _read_meta(self):
        return np.load(os.path.join(self.root, "m.npy"))


class GoodCached(Base):
    def load(self, index):
        return self._read_meta()[index]

    @functools.lru_cache(maxsize=1)
    def _read_meta(self):
        return np.load(os.path.join(self.root, "m.npy"))


class GoodAll(Base):
    def load(self, index):
        self._ensure()
        return self.meta[index]

    def _ensure(self):
        if self.meta is not None:
            return
        meta = np.load(os.path.join(self.root, "m.npy"))
        self.meta = meta


loader = torch.utils.data.DataLoader(GoodIndexed("data", ["a.npy"]), num_workers=2)
