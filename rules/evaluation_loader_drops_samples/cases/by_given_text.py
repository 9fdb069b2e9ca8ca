"""One function makes the loader of each part in the same way, and callers name the part."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Series:
    def __init__(self, folder, part):
        self.rows = torch.load(f"{folder}/{part}.pt")

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, at):
        return self.rows[at]


def segments(folder, size, part="train"):
    rows = Series(folder, part)
    return DataLoader(rows, batch_size=size, shuffle=part == "train", drop_last=True)  # finding: on "test" too


def only_training(folder, size, part):
    if part == "train":
        return DataLoader(Series(folder, part), batch_size=size, shuffle=True, drop_last=True)
    return DataLoader(Series(folder, part), batch_size=size)


def for_training(folder, size, kind):
    return DataLoader(Series(folder, kind), batch_size=size, shuffle=True, drop_last=True)


def one_by_one(folder, part):
    return DataLoader(Series(folder, part), batch_size=1, drop_last=True)


def train(model, loader, optimizer):
    model.train()
    for rows in loader:
        optimizer.zero_grad()
        model(rows).mean().backward()
        optimizer.step()


def check(model, loader):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for rows in loader:
            total += model(rows).mean().item()
    return total


def main():
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train(model, segments("rows", 32), optimizer)
    train(model, only_training("rows", 32, "train"), optimizer)
    train(model, for_training("rows", 32, "images"), optimizer)
    check(model, segments("rows", 32, part="test"))
    check(model, only_training("rows", 32, "test"))
    check(model, one_by_one("rows", "test"))
    check(model, DataLoader(TensorDataset(torch.zeros(100, 2)), batch_size=32))
