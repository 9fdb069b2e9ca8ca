"""The wrapper's part of the names is taken off when they are read."""

import torch
from torch import nn


def save(path):
    model = nn.DataParallel(nn.Linear(8, 2))
    torch.save(model.state_dict(), path)


def load(path):
    state = torch.load(path, map_location="cpu")
    model = nn.Linear(8, 2)
    model.load_state_dict({name.removeprefix("module."): value for name, value in state.items()})
    return model
