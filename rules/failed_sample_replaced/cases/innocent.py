"""Errors that are named, raised or asked for; a sample that is tried once more; and what is not a dataset."""

import logging
import random

import numpy as np
import torch
from torch import nn
from torch.utils.data import Dataset

logger = logging.getLogger(__name__)


class Rows(Dataset):
    def __init__(self, paths):
        self.paths, self.cache, self.failed = paths, {}, set()

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        try:
            return np.load(self.paths[index])
        except OSError as error:
            logger.warning("%s is left out: %s", self.paths[index], error)
            return self[(index + 1) % len(self)]


class GivesUp(Rows):
    def __getitem__(self, index, attempts=3):
        try:
            return np.load(self.paths[index])
        except Exception:
            if not attempts:
                raise
            return self.__getitem__(random.randrange(len(self)), attempts - 1)


class OnceMore(Rows):
    def __getitem__(self, index):
        for _ in range(3):
            try:
                return np.load(self.paths[index])
            except Exception:
                pass
        return self.read(index)

    def read(self, index):
        try:
            return np.load(self.paths[index])
        except Exception:
            return self.read(index)


class Cached(Rows):
    def __getitem__(self, index):
        try:
            return self.cache[index]
        except KeyError:
            self.cache[index] = self[index - 1] if index else np.zeros(3)
        return self.cache[index]


class Labels(Rows):
    def __getitem__(self, index):
        try:
            boxes = np.loadtxt(self.paths[index])
        except FileNotFoundError:
            boxes = np.zeros((0, 4))
        return boxes

    def __setitem__(self, index, row):
        try:
            self.cache[index] = row
        except Exception:
            self.cache[index] = torch.zeros(3)


class Settings(Dataset):
    def __init__(self, values):
        self.values = values

    def __getitem__(self, index):
        try:
            scale = self.values["scale"]
        except Exception:
            scale = 1.0
        return torch.ones(3) * scale * index


class Choices(dict):
    def __getitem__(self, key):
        try:
            return super().__getitem__(key)
        except Exception:
            return super().__getitem__("default")


class Blocks(nn.Module):
    def __getitem__(self, index):
        try:
            return self.parts[index]
        except Exception:
            return self[0]
