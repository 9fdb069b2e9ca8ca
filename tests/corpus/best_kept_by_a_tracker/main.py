"""Trains two models."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from trainer import CopyingTrainer, Trainer


def rows(count):
    return TensorDataset(torch.randn(count, 4), torch.randn(count, 1))


train = DataLoader(rows(64), batch_size=8, shuffle=True)
held_out = DataLoader(rows(16), batch_size=8)
first = nn.Linear(4, 1)
Trainer(first, torch.optim.Adam(first.parameters())).fit(train, held_out)
second = nn.Linear(4, 1)
CopyingTrainer(second, torch.optim.Adam(second.parameters())).fit(train, held_out)
