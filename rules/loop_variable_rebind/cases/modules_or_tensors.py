"""Only a run can tell whether modules or tensors are gone over."""

import torch
from torch import nn

layers = [nn.Linear(2, 2), nn.Linear(2, 2)]


def move(parts):
    for part in parts:
        part = part.double()  # suspected: write `parts = [part.double() for part in parts]` # refuted


def widen(tensors):
    for tensor in tensors:
        tensor = tensor.double()  # suspected: write `tensors = [tensor.double() for tensor in tensors]`


move(eval("layers"))
print(layers[0].weight.dtype)
widen(eval("[torch.ones(2)]"))
