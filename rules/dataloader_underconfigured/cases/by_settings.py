"""How many workers there are, a setting says; or another file trains."""

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


def fit(model: nn.Module, optimizer, paths, args):
    loader = DataLoader(Sounds(paths), num_workers=args.workers)  # suspected: pass `persistent_workers=True`
    kept = DataLoader(Sounds(paths), num_workers=args.workers, persistent_workers=args.workers > 0)
    for epoch in range(3):
        for batch in loader:
            model(batch).mean().backward()
            optimizer.step()
        for batch in kept:
            model(batch).mean().backward()
            optimizer.step()
    with torch.no_grad():
        return [model(batch) for batch in DataLoader(Sounds(paths), num_workers=args.workers)]


def loaders_of(paths, held_out, args):
    train_loader = DataLoader(Sounds(paths), batch_size=4)  # suspected: `train_loader` loads each batch
    mixed = DataLoader(Sounds(paths), shuffle=True, num_workers=2)  # suspected: restarts its workers in every epoch
    test_loader = DataLoader(Sounds(held_out), batch_size=4, shuffle=True)
    others = DataLoader(Sounds(held_out), batch_size=4)
    return train_loader, mixed, test_loader, others


def copied_once(train_paths, held_out):
    first = next(iter(DataLoader(Sounds(held_out), batch_size=4)))
    return [first.mean() for first in DataLoader(Sounds(train_paths), batch_size=1)]
