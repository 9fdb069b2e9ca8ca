"""DistributedDataParallel inside a compiled model, which passes `module` on: both wrappers are off."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def saved_from_inside(path):
    model = torch.compile(DDP(nn.Linear(8, 2)))
    torch.save(model.module.state_dict(), path)
