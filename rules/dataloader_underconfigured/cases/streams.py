"""Streams that read ahead by themselves: whoever writes `num_workers=0` for one means it."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, IterableDataset


class Stream(IterableDataset):
    def __init__(self, source):
        self.source = source

    def __iter__(self):
        yield from self.source


class Files(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])


def train(model: nn.Module, loader, optimizer):
    for batch in loader:
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()


def on_purpose(model: nn.Module, optimizer, source):
    train(model, DataLoader(Stream(source), batch_size=8, num_workers=0), optimizer)


def of_somebody(model: nn.Module, optimizer, stream):
    train(model, DataLoader(stream, batch_size=8, num_workers=0), optimizer)


def left_out(model: nn.Module, optimizer, source):
    train(model, DataLoader(Stream(source), batch_size=8), optimizer)  # finding: loads each batch while the model waits


def of_files(model: nn.Module, optimizer, paths):
    train(model, DataLoader(Files(paths), batch_size=8, num_workers=0), optimizer)  # finding: loads each batch
