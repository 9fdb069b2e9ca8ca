"""Two wrappers, of which the outer one's name comes first."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def compiled_inside(path):
    model = DDP(torch.compile(nn.Linear(8, 2)))
    torch.save(model.state_dict(), path)  # finding: saves keys with the prefix `module.`


def compiled_outside(path):
    model = torch.compile(DDP(nn.Linear(8, 2)))
    torch.save(model.state_dict(), path)  # finding: saves keys with the prefix `_orig_mod.`


def one_or_the_other(path, compiles):
    model = torch.compile(nn.Linear(8, 2)) if compiles else DDP(nn.Linear(8, 2))
    torch.save(model.state_dict(), path)
