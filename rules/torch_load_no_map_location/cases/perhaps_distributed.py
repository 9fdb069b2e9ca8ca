"""A library that is ready for models of several processes, which are on GPUs as a rule."""

import torch
from torch.nn.parallel import DistributedDataParallel


def restore(net, path):
    saved = torch.load(path)  # suspected: add `map_location="cpu"`
    if isinstance(net, DistributedDataParallel):
        net = net.module
    net.load_state_dict(saved)


def save(net, path):
    torch.save(net.state_dict(), path)
