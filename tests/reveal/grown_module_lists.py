"""An nn.ModuleList or nn.ModuleDict that is filled after it was made: what it gives is what was put in."""

import torch
from torch import nn


class Grown(nn.Module):
    def __init__(self, names):
        super().__init__()
        self.layers = nn.ModuleList()
        self.mixed = nn.ModuleList([nn.Linear(2, 2)])
        self.named = nn.ModuleDict()
        self.extended = nn.ModuleList()
        self.empty = nn.ModuleList()
        for name in names:
            layer = nn.MultiheadAttention(2, 1)
            self.layers.append(layer)
            self.mixed.append(nn.ReLU())
            self.named[name] = nn.Linear(2, 2)
        self.extended.extend([nn.LayerNorm(2), nn.LayerNorm(2)])

    def forward(self, x):
        for i in range(len(self.layers)):
            reveal(self.layers[i])  # module, torch.nn.MultiheadAttention
        for layer in self.layers:
            reveal(layer)  # module, torch.nn.MultiheadAttention
        reveal(self.mixed[0])  # module, either
        reveal(self.named["a"])  # module, torch.nn.Linear
        reveal(self.extended[0])  # module, torch.nn.LayerNorm
        reveal(self.empty[0])  # module, assumed
        return x


Grown(["a", "b"])(torch.rand(2))
