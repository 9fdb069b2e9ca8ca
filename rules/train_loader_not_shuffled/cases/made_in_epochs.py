"""Loaders that each epoch makes again, over samples that stay the same, and over others."""

import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset


class Rows(Dataset):
    def __init__(self, count):
        self.rows = torch.arange(float(count)).view(-1, 1)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]

    def collect(self, model):
        self.rows = model(self.rows).detach()


def fit(model, optimizer, loader):
    for batch in loader:
        loss = model(batch).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def again(model, optimizer):
    rows = Rows(64)
    for epoch in range(9):
        loader = DataLoader(rows, batch_size=4)  # suspected: `loader` gives training the same batches
        print(epoch, len(rows), rows.rows.shape)
        fit(model, optimizer, loader)


def shuffled(model, optimizer):
    rows = Rows(64)
    for _ in range(9):
        for batch in DataLoader(rows, batch_size=4, shuffle=True):
            model(batch).square().mean().backward()
            optimizer.step()


def collected(model, optimizer):
    rows = Rows(64)
    for _ in range(9):
        rows.collect(model)
        loader = DataLoader(rows, batch_size=4)
        fit(model, optimizer, loader)


def drawn(model, optimizer):
    for _ in range(9):
        states = TensorDataset(model(torch.arange(64.0).view(-1, 1)).detach())
        loader = DataLoader(states, batch_size=4)
        for (batch,) in loader:
            loss = model(batch).square().mean()
            loss.backward()
            optimizer.step()
