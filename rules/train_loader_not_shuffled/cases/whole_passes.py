"""Loaders whose order makes no difference, or belongs to that of others."""

import torch
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset


class Slices(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])


def adapt(model, optimizer, paths, steps):
    """Each step sums the gradients of all batches."""
    loader = DataLoader(Slices(paths), batch_size=4)
    for _ in range(steps):
        optimizer.zero_grad()
        for rows, labels in loader:
            functional.cross_entropy(model(rows), labels).backward()
        optimizer.step()


def adapt_by_batch(model, optimizer, paths, steps):
    loader = DataLoader(Slices(paths), batch_size=4)  # finding: gives training the same batches in the same order
    for _ in range(steps):
        for rows, labels in loader:
            optimizer.zero_grad()
            functional.cross_entropy(model(rows), labels).backward()
            optimizer.step()


def drawn(paths):
    return DataLoader(Slices(paths), batch_size=4, shuffle=False)


def train_on_new_samples(model, optimizer, draw, steps):
    """Each step has a loader of its own."""
    for _ in range(steps):
        for rows, labels in drawn(draw()):
            optimizer.zero_grad()
            functional.cross_entropy(model(rows), labels).backward()
            optimizer.step()


def train_on_pairs(model, optimizer, paths, targets, steps):
    rows_of = DataLoader(Slices(paths), batch_size=4)  # suspected: gives training the same batches in the same order
    for _ in range(steps):
        for (rows, _), labels in zip(rows_of, targets):
            optimizer.zero_grad()
            functional.cross_entropy(model(rows), labels).backward()
            optimizer.step()
