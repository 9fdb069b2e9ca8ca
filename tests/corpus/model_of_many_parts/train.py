"""Trains both, and evaluates them as they were trained."""

import torch
import torch.nn.functional as F
from forecaster import Forecaster, Undropped
from torch.utils.data import DataLoader, TensorDataset

rows, kinds = torch.rand(64, 1, 96), torch.arange(64) % 3
loader = DataLoader(TensorDataset(rows, kinds), batch_size=16, shuffle=True)


def fit(model):
    optimizer = torch.optim.AdamW(model.parameters())
    for batch, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(batch), labels).backward()
        optimizer.step()


def main():
    dropped = Forecaster()
    fit(dropped)
    hits = 0
    with torch.no_grad():
        for batch, labels in loader:
            hits += (dropped(batch).argmax(1) == labels).sum()  # finding: `dropped` is evaluated in train mode
    plain = Undropped()
    fit(plain)
    with torch.no_grad():
        for batch, labels in loader:
            hits += (plain(batch).argmax(1) == labels).sum()
    print(hits.item() / 128)


main()
