"""What a compiled model's entries are called, and those of its copy."""

import copy

import torch
from torch import nn


def save(place):
    fast = torch.compile(nn.Linear(6, 6))
    smooth = copy.deepcopy(fast)
    torch.save({"smooth": smooth.state_dict()}, place)  # finding: saves keys with the prefix `_orig_mod.`
