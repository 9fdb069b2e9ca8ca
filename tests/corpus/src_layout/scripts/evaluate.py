"""Calls score under no_grad by way of rate, and embed with gradients on."""

import torch
from torch.utils.data import DataLoader

from soundlab import Engine, get_net

engine = Engine(get_net(8))
for batch in DataLoader(torch.randn(64, 8), batch_size=8):
    print(engine.rate(batch), engine.embed(batch).shape)
