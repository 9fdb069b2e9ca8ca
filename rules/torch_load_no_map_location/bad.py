"""Trains a little, and goes on from what was saved."""

import io

import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"
model = nn.Linear(4, 2).to(device)
saved = io.BytesIO()
torch.save({"model": model.state_dict(), "step": 7}, saved)
copied = io.BytesIO(saved.getvalue())  # the same file on another machine

checkpoint = torch.load(copied, weights_only=True)  # finding: fails without the GPU that the file was saved from
model.load_state_dict(checkpoint["model"])
print(checkpoint["step"])
