"""Trains on samples that take much longer to read than to train on, and reads them between two steps."""

import time

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class SlowDisk(Dataset):
    def __init__(self, samples: int) -> None:
        self.rows = torch.randn(samples, 8)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int):
        time.sleep(0.01)
        return self.rows[index]


model = nn.Linear(8, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
loader = DataLoader(SlowDisk(80), batch_size=4)
for rows in loader:  # finding: this loop spends more than a quarter of its time waiting for batches
    optimizer.zero_grad()
    loss = model(rows).square().mean()
    loss.backward()
    optimizer.step()
