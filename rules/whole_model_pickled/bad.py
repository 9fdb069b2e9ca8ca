"""Saves a model, and loads it again."""

import pathlib
import tempfile

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
path = pathlib.Path(tempfile.mkdtemp()) / "net.pt"
torch.save(model, path)  # finding: `model` is pickled whole, which `torch.load` refuses by default
try:
    print(torch.load(path, weights_only=True))
except Exception as problem:
    print(type(problem).__name__, str(problem)[:300])
