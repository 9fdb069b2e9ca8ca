"""Adds up numbers that a worker loads, which is a process of its own."""

import sys

import torch
from torch.utils.data import DataLoader, TensorDataset

numbers = TensorDataset(torch.arange(8.0))
loader = DataLoader(  # finding: `loader` starts workers that run this script again
    numbers, batch_size=4, num_workers=1, multiprocessing_context="spawn"
)
total = 0.0
try:
    for (batch,) in loader:
        total += batch.sum().item()
except RuntimeError as problem:
    print(str(problem)[:60], file=sys.stderr)
print(total)
