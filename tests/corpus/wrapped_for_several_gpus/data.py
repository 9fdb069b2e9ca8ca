"""Loaders of clips: for training, for validation, and for the table of the paper."""

import torch
from torch.utils.data import DataLoader, TensorDataset


def loaders(batch_size):
    train_set = TensorDataset(torch.rand(64, 4))
    test_set = TensorDataset(torch.rand(16, 4))
    first = DataLoader(train_set, batch_size, shuffle=True)
    last = DataLoader(test_set, batch_size)
    return first, first, last
