"""Saves a model, and loads it again."""

import pathlib
import tempfile

import torch
from torch import nn


def build() -> nn.Module:
    """The model without its weights."""
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


model = build()
path = pathlib.Path(tempfile.mkdtemp()) / "net.pt"
torch.save(model.state_dict(), path)
again = build()
again.load_state_dict(torch.load(path, weights_only=True))
print(again)
