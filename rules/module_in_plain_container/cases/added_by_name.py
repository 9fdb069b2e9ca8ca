"""Containers that `add_module` fills, with its arguments by name."""

import torch
from torch import nn


class Decoders(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.stem = nn.Linear(4, 4)
        decoders, activations = [], []
        for number in range(depth):
            decoder = nn.Sequential()
            decoder.add_module(name=f"layer{number}", module=nn.Linear(4, 4))
            decoder.add_module(name=f"relu{number}", module=nn.ReLU())
            decoders.append(decoder)
            activation = nn.Sequential()
            activation.add_module(name="relu", module=nn.ReLU())
            activations.append(activation)
        self.decoders = decoders  # finding: `self.decoders` is a plain list
        self.activations = activations

    def forward(self, x):
        x = self.stem(x)
        for number in range(len(self.decoders)):
            x = self.activations[number](self.decoders[number](x))
        return x


print(Decoders(2)(torch.rand(3, 4)).shape)
