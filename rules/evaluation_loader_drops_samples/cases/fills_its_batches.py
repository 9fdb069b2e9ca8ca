"""Whether anything is left over depends on how many samples there are."""

import torch
from torch.utils.data import DataLoader, TensorDataset

even = TensorDataset(torch.zeros(12, 2))
odd = TensorDataset(torch.zeros(13, 2))
val_loader = DataLoader(even, batch_size=4, drop_last=True)  # suspected: leaves the last samples out  # refuted
test_loader = DataLoader(odd, batch_size=4, drop_last=True)  # suspected: leaves the last samples out
print(sum(len(rows) for loader in (val_loader, test_loader) for (rows,) in loader))
