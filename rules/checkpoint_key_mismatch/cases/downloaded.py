"""Resumes from a file of its own, or from one that is downloaded."""

import torch
from torch import nn


def save(net, optimizer, epoch, path):
    state = {"net": net.state_dict(), "optim_state": optimizer.state_dict(), "last_epoch": epoch, "lr_state": 0.1}
    torch.save(state, path)


def resume(net: nn.Module, optimizer, source):
    if source.startswith("https:"):
        found = torch.hub.load_state_dict_from_url(source, map_location="cpu")
    else:
        found = torch.load(source, map_location="cpu", weights_only=True)
    net.load_state_dict(found["net"])
    optimizer.load_state_dict(found["optim_state"])
    print(found["lr_state"])
    return found["epoch_done"] + 1  # finding: raises KeyError: the checkpoint is saved without it


def start(net: nn.Module, source, other):
    if other:
        found = other.load()
    else:
        found = torch.load(source, map_location="cpu", weights_only=True)
    net.load_state_dict(found["net"])
    print(found["optim_state"], found["lr_state"])
    return found["step"]


def resume_of_each(net: nn.Module, source):
    if source.startswith("https:"):
        found = torch.hub.load_state_dict_from_url(source, map_location="cpu")
    else:
        found = torch.load(source, map_location="cpu", weights_only=True)
    net.load_state_dict(found["params"] if source.startswith("https:") else found["net"])
    return found["optim_state"], found["lr_state"]
