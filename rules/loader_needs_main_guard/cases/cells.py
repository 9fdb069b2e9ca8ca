# %%
import torch
from torch.utils.data import DataLoader, TensorDataset

# %%
loader = DataLoader(TensorDataset(torch.arange(8.0)), num_workers=2)

# %%
for (batch,) in loader:
    print(batch)
