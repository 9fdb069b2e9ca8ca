"""Checkpoints, and other files."""

import torch
from torch import nn

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def resume(model, optimizer, path):
    checkpoint = torch.load(path, weights_only=True)  # finding: add `map_location="cpu"`
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return checkpoint["epoch"]


def keep(model, path):
    torch.save(model.state_dict(), path)


def read(path):
    return torch.load(path)  # finding: fails without the GPU


def restore(path):
    net = nn.Linear(4, 2).cuda()
    net.load_state_dict(read(path))
    net.load_state_dict(torch.load(f"{path}.best"))  # finding: fails without the GPU
    return net


def told(model, path, device, options):
    model.load_state_dict(torch.load(path, map_location=device))
    model.load_state_dict(torch.load(path, "cpu"))
    model.load_state_dict(torch.load(path, **options))
    with torch.device(device):
        model.load_state_dict(torch.load(path))


def rows(path):
    inputs, targets = torch.load(path)
    return inputs, targets
