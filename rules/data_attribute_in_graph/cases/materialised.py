"""Weights that take their place on a device: a parameter or a buffer, and neither is a result of operations."""

import torch
from torch import nn


def materialise(module, shards):
    @torch.no_grad()
    def filled(name, state, is_parameter):
        if is_parameter:
            made = nn.Parameter(torch.empty_like(state.data), requires_grad=state.requires_grad)
        else:
            made = torch.empty_like(state.data)
        made.data.copy_(shards[name])
        return made

    for name, state in tuple(module.named_parameters()) + tuple(module.named_buffers()):
        shards[name] = filled(name, state, isinstance(state, nn.Parameter))


def rescaled(rows, limit):
    scores = nn.Linear(8, 2)(rows).relu()
    scores.data.clamp_(max=limit)  # finding: `scores.data.clamp_(max=limit)` changes `scores` without autograd seeing
    return scores
