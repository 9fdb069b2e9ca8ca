"""Datasets of packages that are not seen, with and without `shuffle=False`, and files that speak of windows."""

import numpy as np
import torch
from bird_songs import Songs, Spectrograms  # type: ignore
from torch import nn
from torch.utils.data import DataLoader, Dataset

SEQ_LEN, HIDDEN = 16, 32


class Tables(Dataset):
    def __init__(self, folder):
        self.rows = np.load(folder)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return torch.from_numpy(self.rows[index])


def fit(model, loader, optimizer):
    for _ in range(10):
        for rows, labels in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(rows), labels).backward()
            optimizer.step()


def main(folder):
    model = nn.Sequential(nn.Linear(SEQ_LEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 4))
    optimizer = torch.optim.Adam(model.parameters())
    by_hand = DataLoader(Songs(folder, train=True), batch_size=32, shuffle=False)  # suspected: gives training the same
    of_whatever = DataLoader(Songs(folder, train=True), batch_size=32)
    in_batches = DataLoader(Spectrograms(folder), batch_size=None, shuffle=False)
    test_loader = DataLoader(Songs(folder, train=False), batch_size=32, shuffle=False)
    tables = DataLoader(Tables(folder), batch_size=32)  # suspected: gives training the same batches in the same order
    for loader in (by_hand, of_whatever, in_batches):
        print(loader)
    fit(model, by_hand, optimizer)
    fit(model, of_whatever, optimizer)
    fit(model, in_batches, optimizer)
    fit(model, tables, optimizer)
    with torch.no_grad():
        model.eval()
        print(sum((model(rows).argmax(1) == labels).sum() for rows, labels in test_loader))


main("songs")
