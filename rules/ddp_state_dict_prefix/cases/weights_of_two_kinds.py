"""Weights are loaded before the model is wrapped, from a checkpoint or from plain weights, whichever the file holds."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def by_a_conditional(path):
    model = nn.Linear(8, 2)
    path = torch.load(path, map_location="cpu")
    weights = path["model"] if "model" in path else path
    model.load_state_dict(weights, strict=False)
    model = DDP(model)
    torch.save({"model": model.state_dict()}, "last.pt")  # finding: saves keys with the prefix `module.`


def by_an_if(path):
    model = nn.Linear(8, 2)
    weights = torch.load(path, map_location="cpu")
    if "model" in weights:
        weights = weights["model"]
    model.load_state_dict(weights)
    model = DDP(model)
    torch.save({"model": model.state_dict()}, "last.pt")  # finding: saves keys with the prefix `module.`


def by_a_default(path):
    model = nn.Linear(8, 2)
    weights = torch.load(path, map_location="cpu")
    model.load_state_dict(weights.get("model", weights))
    model = DDP(model)
    torch.save({"model": model.state_dict()}, "last.pt")  # finding: saves keys with the prefix `module.`
