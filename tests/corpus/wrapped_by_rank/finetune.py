"""Begins with weights that a model without a wrapper reads, and saves names that only a wrapped one has."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def finetune(begin, path):
    encoder = nn.Linear(8, 8)
    encoder.load_state_dict(torch.load(begin, map_location="cpu", weights_only=True))
    encoder = DistributedDataParallel(encoder.cuda(), device_ids=[0])
    torch.save(encoder.state_dict(), path)  # finding: saves keys with  # suspected: all ranks write to `path`
