"""Whoever names `_orig_mod` knows of the names, whichever wrapper is the outer one."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def saved_from_inside(path):
    model = torch.compile(DDP(nn.Linear(8, 2)))
    torch.save(model._orig_mod.module.state_dict(), path)


def saved_with_both(path):
    model = DDP(torch.compile(nn.Linear(8, 2)))
    torch.save(model.state_dict(), path)
