"""Errors that a handler lets pass, and other code that goes on to another sample, or to the same."""

import random

import torch
from PIL import Image
from torch.utils.data import Dataset


class AfterAttempts(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def read(self, index):
        return Image.open(self.paths[index]).convert("RGB")

    def __getitem__(self, index):
        for _ in range(3):
            try:
                return self.read(index)
            except Exception:  # finding: answers any error with another sample
                continue
        return self.read(random.randint(0, len(self) - 1))


class AfterAttemptsTheSame(AfterAttempts):
    def __getitem__(self, index):
        for _ in range(3):
            try:
                return self.read(index)
            except Exception:
                continue
        return self.read(index)


class AfterNone(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def load(self, path):
        try:
            return Image.open(path).convert("RGB")
        except Exception:  # suspected: answers an error with another sample
            return None

    def __getitem__(self, index):
        image = self.load(self.paths[index])
        while image is None:
            index = random.randrange(len(self.paths))
            image = self.load(self.paths[index])
        return image


class AfterNoneAnError(AfterNone):
    def find(self, path):
        try:
            return Image.open(path).convert("RGB")
        except Exception:
            return None

    def __getitem__(self, index):
        image = self.find(self.paths[index])
        if image is None:
            raise ValueError(f"{self.paths[index]} is damaged")
        return image


class AfterNoneTheSlowWay(AfterNone):
    def from_cache(self, path):
        try:
            return torch.load(path)
        except Exception:
            return None

    def build_sample(self, path):
        return self.load(path)

    def __getitem__(self, index):
        cached = self.from_cache(self.paths[index])
        if cached is None:
            sample = self.build_sample(self.paths[index])
            return sample
        return cached


class AfterAttemptsAnError(AfterAttempts):
    def __getitem__(self, index):
        for _ in range(3):
            try:
                image = self.read(index)
                break
            except Exception:
                continue
        else:
            raise ValueError(f"{self.paths[index]} is damaged")
        return image, self.read(random.randint(0, len(self) - 1))


class WithANegative(AfterAttempts):
    def __getitem__(self, index):
        frames = []
        for frame in range(index, index + 3):
            try:
                frames.append(self.read(frame))
            except Exception:
                continue
        negative = self.read(random.randint(0, len(self) - 1))
        return frames, negative


class LeftEmpty(AfterAttempts):
    def clip(self, index):
        frames = torch.zeros(8, 3, 64, 64)
        try:
            for number in range(8):
                frames[number] = self.read(index + number)
        except Exception as error:  # suspected: answers an error with a made-up sample
            print("no clip", index, error)
        return frames

    def image(self, index):
        image = torch.zeros(3, 64, 64)
        try:
            image = self.read(index)
        except Exception:  # suspected: answers an error with a made-up sample
            pass
        return image

    def __getitem__(self, index):
        return self.clip(index), self.image(index)


class LeftOut(AfterAttempts):
    def clip(self, index):
        frames = torch.zeros(8, 3, 64, 64)
        try:
            for number in range(8):
                frames[number] = self.read(index + number)
        except Exception as error:
            raise ValueError(f"no clip at {index}") from error
        return frames

    def whole(self, index):
        frames = torch.zeros(8, 3, 64, 64)
        for number in range(8):
            frames[number] = self.read(index + number)
        try:
            name = self.paths[index].name
        except Exception:
            name = ""
        return frames, name

    def __getitem__(self, index):
        return self.clip(index), self.whole(index)
