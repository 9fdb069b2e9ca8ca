"""Saved inside its wrapper, and loaded by another file that takes the names off."""

import os

import torch
from torch import nn
from weights import load

model = nn.Linear(8, 2)
if os.path.exists("model.pt"):
    load(model, "model.pt")
model = nn.DataParallel(model)
model(torch.rand(4, 8)).sum().backward()
torch.save(model.state_dict(), "model.pt")
