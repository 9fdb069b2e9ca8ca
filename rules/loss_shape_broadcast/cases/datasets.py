"""Targets of datasets that give a number for each sample, or a row of one number."""

import numpy as np
import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class OfArrays(Dataset):
    def __init__(self, features, targets):
        self.features = torch.tensor(features, dtype=torch.float32)
        self.targets = torch.tensor(targets, dtype=torch.float32)

    def __len__(self):
        return len(self.features)

    def __getitem__(self, index):
        return self.features[index], self.targets[index]


class OfRows(Dataset):
    def __init__(self, frame):
        self.frame = frame

    def __len__(self):
        return len(self.frame)

    def __getitem__(self, i):
        row = self.frame.iloc[i]
        return torch.tensor(row[["a", "b"]].values), torch.tensor(float(row["price"])), torch.tensor([row["price"]])


class OfColumn(OfArrays):
    def __getitem__(self, index):
        return self.features[index], self.targets[index].unsqueeze(0)


def train(frame: pd.DataFrame):
    model, criterion = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 1)), nn.MSELoss()
    rows = frame[["a", "b"]].values
    for x, y in DataLoader(OfArrays(rows, frame["price"].values), batch_size=8):
        criterion(model(x), y).backward()  # finding: `model(x)` (N, 1) and `y` (N,) broadcast to (N, N), all outputs
        criterion(model(x).squeeze(1), y).backward()
    loader = DataLoader(OfRows(frame), batch_size=8, shuffle=True)
    for step, (x, number, row) in enumerate(loader):
        criterion(model(x), number).backward()  # finding: `model(x)` (N, 1) and `number` (N,) broadcast to (N, N), all
        criterion(model(x), row).backward()
    for x, y in DataLoader(OfArrays(rows, frame[["price"]].values), batch_size=8):
        criterion(model(x), y).backward()
    for x, y in DataLoader(OfArrays(rows, frame["price"].values.reshape(-1, 1)), batch_size=8):
        criterion(model(x), y).backward()
    for x, y in DataLoader(OfColumn(rows, np.array([1.0, 2.0, 3.0])), batch_size=8):
        criterion(model(x), y).backward()
    for x, y in DataLoader(OfArrays(rows, frame["price"].values), batch_size=8, collate_fn=list):
        criterion(model(x), y).backward()


def of_anything(features, targets):
    model = nn.Linear(2, 1)
    for x, y in DataLoader(OfArrays(features, targets), batch_size=8):
        nn.functional.mse_loss(model(x), y).backward()
