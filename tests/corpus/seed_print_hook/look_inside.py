"""A page's advice on hooks, with two mistakes in one function: an extra `self`, and a tuple taken for a tensor."""

import torch
from torch import nn


def print_shapes(self, module, inputs, output):
    print(type(module).__name__, inputs.shape, output.shape)


def print_inputs(module, inputs, output):
    print(type(module).__name__, inputs.shape)  # finding: `inputs` is a tuple here and has no `.shape`


def main():
    model = nn.Sequential(nn.Flatten(), nn.Linear(12, 4), nn.ReLU(), nn.Linear(4, 2))
    handle = model[1].register_forward_hook(print_shapes)  # finding: `print_shapes` raises as a hook:
    other = model[3].register_forward_hook(print_inputs)
    model(torch.ones(2, 3, 4))
    handle.remove()
    other.remove()


main()
