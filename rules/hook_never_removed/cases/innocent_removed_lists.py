"""Handles that are kept in a list, under a name of their own before or not, and removed through it."""

import torch
from torch import nn


def look(module, inputs, output):
    return None


def listed_and_removed_in_finally(model, batch):
    handles = []
    try:
        for layer in model:
            handles.append(layer.register_forward_hook(look))
        return model(batch)
    finally:
        for handle in handles:
            handle.remove()


def named_before_it_is_listed(model, batch):
    hooks = []
    for layer in model:
        hook = layer.register_forward_hook(look)
        hooks.append(hook)
    output = model(batch)
    for hook in hooks:
        hook.remove()
    return output


if __name__ == "__main__":
    for _ in range(2):
        listed_and_removed_in_finally(nn.Sequential(nn.Linear(4, 4), nn.ReLU()), torch.randn(2, 4))
        named_before_it_is_listed(nn.Sequential(nn.Linear(4, 4), nn.ReLU()), torch.randn(2, 4))
