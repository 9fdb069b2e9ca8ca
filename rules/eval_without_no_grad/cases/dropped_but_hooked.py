"""Hooks take what the layers give, so an output that is dropped is not all that comes of a forward."""

import torch
from torch import nn

seen = []


def penalty_of(net: nn.Module, layer: nn.Module, batches):
    handle = layer.register_forward_hook(lambda module, inputs, output: seen.append(output))
    for batch in batches:
        net(batch)
    handle.remove()
    return torch.cat(seen).pow(2).mean()
