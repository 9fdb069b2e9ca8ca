"""Says that it spawns."""

import torch
from torch.utils.data import DataLoader, TensorDataset

torch.multiprocessing.set_start_method("spawn")
loader = DataLoader(TensorDataset(torch.arange(8.0)), num_workers=2)  # finding: starts workers that run this script
for (batch,) in loader:
    print(batch)
