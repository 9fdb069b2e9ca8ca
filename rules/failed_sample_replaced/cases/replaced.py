"""Errors of one sample that are answered with another one."""

import logging
import random

import numpy as np
import torch
from acme import CachedDataset
from PIL import Image, UnidentifiedImageError
from torch.utils.data import Dataset

logger = logging.getLogger(__name__)


class Pictures(Dataset):
    def __init__(self, paths, size):
        self.paths, self.size, self.failed = paths, size, []

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        try:
            return self.read(index)
        except:  # finding: `except` answers any error with another sample
            return self.__getitem__(random.randint(0, len(self) - 1))

    def read(self, index):
        picture = Image.open(self.paths[index]).convert("RGB")
        return torch.from_numpy(np.array(picture)), index


class Retried(Pictures):
    def __getitem__(self, index):
        for attempt in range(10):
            try:
                return self.read(index)
            except Exception:  # finding: answers any error with another sample
                index = np.random.randint(len(self.paths))
        raise RuntimeError("ten samples in a row can't be read")


class NextOne(Pictures):
    def __getitem__(self, index):
        while True:
            path = self.paths[index % len(self)]
            try:
                picture = Image.open(path)
            except (OSError, Exception):  # finding: answers any error with another sample
                index += 1
                continue
            break
        return np.array(picture)


class Drawn(Pictures):
    def __getitem__(self, index):
        while True:
            index = random.choice(range(len(self)))
            try:
                return self.read(index)
            except Exception:  # finding: answers any error with another sample
                pass


class Helper(Pictures):
    def __getitem__(self, index):
        return self.sample(index), index

    def sample(self, index):
        try:
            return self.read(index)
        except Exception:  # finding: answers any error with another sample
            index = (index + 1) % len(self)
            return self.sample(index)


class Inherits(Pictures):
    def __getitem__(self, index):
        try:
            return super().__getitem__(index)
        except BaseException:  # finding: `except BaseException` answers any error with another sample
            return super().__getitem__(0)


class Zeros(Pictures):
    def __getitem__(self, index):
        try:
            return self.read(index)
        except Exception:  # finding: answers any error with a made-up sample
            return torch.zeros(3, self.size, self.size), 0


class Black(Pictures):
    def __getitem__(self, index):
        try:
            picture = Image.open(self.paths[index])
        except Exception:  # suspected: answers an error with a made-up sample
            picture = Image.new("RGB", (self.size, self.size))
        return np.array(picture)


class Said(Pictures):
    def __getitem__(self, index):
        try:
            return self.read(index)
        except Exception as error:  # suspected: `except Exception` answers an error with another sample
            print(f"{self.paths[index]}: {error}")
            return self[random.randrange(len(self))]


class Damaged(Pictures):
    def __getitem__(self, index):
        try:
            return self.read(index)
        except UnidentifiedImageError:  # suspected: answers an error with another sample
            return self[index - 1]


class OfAnUnknownBase(CachedDataset):
    def __getitem__(self, index):
        try:
            return self.prepare(index)
        except Exception:  # suspected: answers an error with another sample
            return self[np.random.randint(len(self))]


class Marked(Pictures):
    def __getitem__(self, index):
        try:
            return {"picture": self.read(index), "is_whole": True}
        except Exception:  # suspected: answers an error with a made-up sample
            return {"picture": torch.zeros(3, self.size, self.size), "is_whole": False}


class KeepsErrors(Pictures):
    errors = {}

    def __getitem__(self, index):
        try:
            return self.read(index)
        except Exception as error:  # suspected: answers an error with another sample
            self.errors[index] = error
            return self[index - 1]


class OtherPart(Pictures):
    def __getitem__(self, index):
        top = 0
        while True:
            try:
                return self.read(index)[:, top:]
            except Exception:  # suspected: answers an error with another sample
                top = random.randrange(self.size)
