"""Samples that a dataset keeps and changes each time that one is asked for."""

import numpy as np
import torch
from torch.utils.data import Dataset


class Clouds(Dataset):
    def __init__(self, files, path, targets):
        self.clouds = [torch.load(file) for file in files]
        self.targets = [{"boxes": torch.tensor(one), "asked": 0} for one in targets]
        self.rows = np.zeros((100, 8))
        self.counts = [0] * len(files)

    def __len__(self):
        return len(self.clouds)

    def __getitem__(self, i):
        points = self.clouds[i]
        points[:, :3] += torch.randn(points.shape[0], 3)  # finding: change a copy of `self.clouds[i]`
        target = self.targets[i]
        target["boxes"] *= 0.5  # finding: also changes the dataset's stored `self.targets[i]`
        row = self.rows[i]
        row -= row.mean()  # finding: also changes the dataset's stored `self.rows[i]`
        return points, target, row


class Copies(Dataset):
    def __init__(self, files, targets):
        self.clouds = [torch.load(file) for file in files]
        self.targets = [{"boxes": torch.tensor(one), "asked": 0} for one in targets]
        self.rows = np.zeros((100, 8))
        self.counts = [0] * len(files)

    def __len__(self):
        return len(self.clouds)

    def __getitem__(self, i):
        points = self.clouds[i].clone()
        points[:, :3] += torch.randn(points.shape[0], 3)
        target = dict(self.targets[i])
        target["boxes"] = target["boxes"] * 0.5
        self.targets[i]["asked"] += 1
        self.counts[i] += 1
        count = self.counts[i]
        count += 1
        row = self.rows[[i, i + 1]]
        row -= row.mean()
        return points, target, count, row


class Windows(Dataset):
    def __init__(self, rows, chosen):
        self.rows = torch.tensor(rows)
        self.chosen = chosen

    def __len__(self):
        return len(self.rows) - 8

    def __getitem__(self, i):
        window = self.rows[i : i + 8]
        window -= window[0]  # finding: also changes the dataset's stored `self.rows[i : i + 8]`
        others = self.rows[self.chosen[i : i + 8]]
        others -= others[0]
        return window, others
