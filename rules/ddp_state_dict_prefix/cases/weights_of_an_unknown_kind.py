"""On one of the ways a function gives the weights, and it may take the wrapper's part of the names off."""

import torch
from somewhere import without_prefix
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def finetuned(path):
    model = nn.Linear(8, 2)
    weights = torch.load(path, map_location="cpu")
    weights = weights["model"] if "model" in weights else without_prefix(weights)
    model.load_state_dict(weights)
    model = DDP(model)
    torch.save({"model": model.state_dict()}, "last.pt")
