"""Only a run can tell whether modules or tensors are gone over."""

import torch
from torch import nn

layers = [nn.Linear(2, 2), nn.Linear(2, 2)]


def move(parts):
    for part in parts:
        part = part.double()  # suspected: `parts` keeps the old tensors, so build a new one # refuted


def widen(tensors):
    for tensor in tensors:
        tensor = tensor.double()  # suspected: `tensors` keeps the old tensors, so build a new one


move(eval("layers"))
print(layers[0].weight.dtype)
widen(eval("[torch.ones(2)]"))
