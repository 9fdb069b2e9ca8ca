"""The model is taken out of its wrapper, if it is in one."""

import torch
from torch import nn


def save(path, several):
    model = nn.Linear(8, 2)
    if several:
        model = nn.DataParallel(model)
    inner = model.module if several else model
    torch.save(inner.state_dict(), path)


def save_one(path, several):
    model = nn.DataParallel(nn.Linear(8, 2)) if several else nn.Linear(8, 2)
    state = model.module.state_dict() if isinstance(model, nn.DataParallel) else model.state_dict()
    torch.save(state, path)
