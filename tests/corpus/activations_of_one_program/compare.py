"""Compares what two batches make of a model."""

import torch
from monitor import mean_activation
from torch import nn

model = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
print(mean_activation(model, torch.randn(2, 4)), mean_activation(model, torch.randn(2, 4)))
