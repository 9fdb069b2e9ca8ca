"""Weights are loaded before the model is wrapped; the names that are saved later would not fit there."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def finetuned(path):
    model = nn.Linear(8, 2)
    begin = torch.load(path, map_location="cpu")
    model.load_state_dict(begin["model"])
    model = DDP(model)
    optimizer = torch.optim.AdamW(model.parameters())
    optimizer.load_state_dict(begin["optimizer"])
    torch.save({"model": model.state_dict()}, path)  # finding: saves keys with the prefix `module.`


def from_a_backbone(path):
    model = nn.Linear(8, 2)
    begin = torch.load(path, map_location="cpu")
    model.load_state_dict({name: value for name, value in begin.items() if "weight" in name}, strict=False)
    model = DDP(model)
    torch.save(model.state_dict(), path)  # finding: saves keys with the prefix `module.`
