"""Stochastic weight averaging, with a pass over the data at the end."""

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, update_bn

model = nn.Sequential(nn.Linear(8, 4), nn.BatchNorm1d(4))
averaged = AveragedModel(model)
averaged.update_parameters(model)
update_bn([torch.randn(16, 8)], averaged)
