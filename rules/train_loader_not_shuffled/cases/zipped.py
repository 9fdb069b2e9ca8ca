"""Loaders whose batches one loop takes side by side."""

import torch
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset


class Images(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])


def adapt(model, optimizer, source_paths, target_paths, held_out):
    source = DataLoader(Images(source_paths), batch_size=4, shuffle=True)
    target = DataLoader(Images(target_paths), batch_size=4)  # finding: gives training the same batches in the same
    for _ in range(20):
        for step, ((rows, labels), other) in enumerate(zip(source, target)):
            loss = functional.cross_entropy(model(rows), labels) + model(other).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    one = DataLoader(Images(held_out), batch_size=4)
    another = DataLoader(Images(held_out), batch_size=4)
    with torch.no_grad():
        return sum((model(first) - model(second)).abs().mean() for first, second in zip(one, another))
