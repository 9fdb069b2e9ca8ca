"""A dataset that a function wraps in another, once for each step of a pipeline: a stream, or not, all the way."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, IterableDataset


class Lines(IterableDataset):
    def __init__(self, paths):
        self.paths = paths

    def __iter__(self):
        for path in self.paths:
            yield torch.full((4,), float(len(path)))


class Piped(IterableDataset):
    def __init__(self, source, step):
        self.source, self.step = source, step

    def __iter__(self):
        return self.step(iter(self.source))


class Rows(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]


class Scaled(Rows):
    def __getitem__(self, index):
        return self.rows[index] / 255


def piped(paths, steps):
    dataset = Lines(paths)
    for step in steps:
        dataset = Piped(dataset, step)
    return dataset


def train_on_lines(paths, steps):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = DataLoader(piped(paths, steps), batch_size=8)
    for _ in range(10):
        for rows in loader:
            optimizer.zero_grad()
            model(rows).mean().backward()
            optimizer.step()


def train_on_rows(table, is_scaled):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = DataLoader(Scaled(table) if is_scaled else Rows(table), batch_size=8)  # finding: in the same order in every
    for _ in range(10):
        for rows in loader:
            optimizer.zero_grad()
            model(rows).mean().backward()
            optimizer.step()
