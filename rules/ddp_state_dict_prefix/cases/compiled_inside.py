"""A compiled model inside DistributedDataParallel: `module` takes off one wrapper, and the other's names remain."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def saved_without_the_outer_one(path):
    model = DDP(torch.compile(nn.Linear(8, 2)))
    bare = model.module
    torch.save(bare.state_dict(), path)  # finding: saves keys with the prefix `_orig_mod.`


def wrapped_step_by_step(path):
    model = nn.Linear(8, 2)
    model = torch.compile(model)
    model = DDP(model)
    torch.save(model.module.state_dict(), path)  # finding: saves keys with the prefix `_orig_mod.`


def as_it_was_before(path):
    net = nn.Linear(8, 2)
    model = DDP(torch.compile(net))
    torch.save(net.state_dict(), path)
    return model
