"""Loads the best weights of this very run, and those of earlier runs."""

import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"


def train(model, losses, path):
    for loss in losses:
        if loss < 1:
            torch.save(model.state_dict(), path)
    model.load_state_dict(torch.load(path))


def test(model, path):
    model.load_state_dict(torch.load(path))  # finding: fails without the GPU that the file was saved from


model = nn.Linear(4, 2).to(device)
train(model, [2.0, 0.5], "best.pt")
test(model, "earlier.pt")
