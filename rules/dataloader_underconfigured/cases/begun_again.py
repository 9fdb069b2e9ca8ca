"""A loader that a loop of steps makes once, under a flag, and begins again; and one that each epoch makes."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Sounds(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])


def steps(model: nn.Module, optimizer, sounds, paths):
    batches = iter(DataLoader(Sounds(paths), num_workers=4))
    is_drawn = False
    for step in range(1000):
        try:
            batch = next(batches)
        except StopIteration:
            if not is_drawn:
                loader = DataLoader(Sounds(sounds), shuffle=True, num_workers=4)  # finding: restarts its workers in
                is_drawn = True
            batches = iter(loader)
            batch = next(batches)
        loss = model(batch).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def epochs(model: nn.Module, optimizer, chosen):
    for paths in chosen:
        loader = DataLoader(Sounds(paths), shuffle=True, num_workers=4)
        for batch in loader:
            loss = model(batch).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
