"""A list that the program shuffles again before each epoch, which the dataset holds as well."""

import random

import torch
from torch.utils.data import DataLoader, Dataset


class Files(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])


def main(model, optimizer, paths):
    random.shuffle(paths)
    loader = DataLoader(Files(paths), batch_size=4)
    for _ in range(20):
        random.shuffle(paths)
        for batch in loader:
            loss = model(batch).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
