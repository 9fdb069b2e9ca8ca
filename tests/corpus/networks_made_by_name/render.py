"""Evaluates whatever network a setting names. One network of this project takes derivatives of itself in its forward:
under `no_grad` that fails, and nothing here tells whether this is the one."""

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
        out = model(points)  # suspected: `model` is evaluated with gradients enabled
        pieces.append(out["normals"].detach())
    return torch.cat(pieces)
