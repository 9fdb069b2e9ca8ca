"""Weights are loaded before the model is wrapped, and the names that are saved later into the wrapper."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def finetuned(path, pretrained, resumes):
    model = nn.Linear(8, 2)
    model.load_state_dict(torch.load(pretrained, map_location="cpu"))
    model = DDP(model)
    if resumes:
        model.load_state_dict(torch.load(path, map_location="cpu"))
    torch.save(model.state_dict(), path)
