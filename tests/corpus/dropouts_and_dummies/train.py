"""Trains a stack of blocks, or what it is compared with."""

import sys

import torch
from layers import Persistence, Stack
from torch import nn

model = Persistence() if "--baseline" in sys.argv else nn.Sequential(Stack(8, share=0.2), nn.Linear(8, 8))
optimizer = torch.optim.Adam(model.parameters())
for _ in range(3):
    x, y = torch.randn(2, 5, 8), torch.randn(2, 5, 8)
    loss = (model(x) - y).square().mean()
    if loss.requires_grad:
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
