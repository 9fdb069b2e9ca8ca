"""Trains on what was written."""

import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset

from pictures import Cutouts  # noqa: F401

rows = torch.from_numpy(np.load("cutouts.npy"))
for (batch,) in DataLoader(TensorDataset(rows), batch_size=4, shuffle=True):
    print(batch.mean())
