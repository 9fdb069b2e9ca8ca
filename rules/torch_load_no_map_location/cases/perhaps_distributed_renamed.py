"""The same where the wrapper is imported under another name."""

import torch
from torch.nn.parallel import DistributedDataParallel as DDP


def restore(net, path):
    saved = torch.load(path)  # suspected: add `map_location="cpu"`
    if isinstance(net, DDP):
        net = net.module
    net.load_state_dict(saved)
