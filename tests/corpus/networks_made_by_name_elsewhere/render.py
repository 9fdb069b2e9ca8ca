"""Evaluates whatever network a setting names: all networks of this project want their graph turned off."""

import importlib

import torch


def network(path, **settings):
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)(**settings)


def evaluate(path, weights, loader):
    model = network(path, width=32)
    model.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    model.eval()
    pieces = []
    for points in loader:
        out = model(points)  # finding: `model` is evaluated with gradients enabled
        pieces.append(out.detach())
    return torch.cat(pieces)
