"""The wrapper's part of the names is cut off by its length."""

import torch
from torch import nn


def save(path):
    model = nn.DataParallel(nn.Linear(8, 2))
    torch.save(model.state_dict(), path)


def load(path):
    model = nn.Linear(8, 2)
    model.load_state_dict({name[7:]: value for name, value in torch.load(path, map_location="cpu").items()})
    return model
