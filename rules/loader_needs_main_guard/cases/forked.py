"""Says that it forks, which there is on Linux and not on Windows."""

import multiprocessing

import torch
from torch.utils.data import DataLoader, TensorDataset

multiprocessing.set_start_method("fork")
loader = DataLoader(TensorDataset(torch.arange(8.0)), num_workers=2)
for (batch,) in loader:
    print(batch)
