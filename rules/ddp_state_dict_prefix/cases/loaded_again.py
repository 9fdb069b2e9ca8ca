"""What is saved is loaded as it is."""

import torch
from torch import nn


def save(path):
    model = nn.DataParallel(nn.Linear(8, 2))
    torch.save(model.state_dict(), path)


def load(path):
    model = nn.DataParallel(nn.Linear(8, 2))
    model.load_state_dict(torch.load(path))
    return model
