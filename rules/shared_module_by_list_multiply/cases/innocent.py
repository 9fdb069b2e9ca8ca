import copy

import torch
import torch.nn as nn


class Innocent(nn.Module):
    def __init__(self, width, depth, layer):
        super().__init__()
        self.each = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])
        self.activations = nn.ModuleList([nn.ReLU()] * depth)
        self.dropouts = nn.Sequential(*[nn.Dropout(0.1)] * depth)
        self.one = nn.ModuleList([nn.Linear(width, width)] * 1)
        template = nn.Linear(width, width)
        self.copies = nn.ModuleList([copy.deepcopy(template) for _ in range(depth)])
        self.more = nn.ModuleList(copy.deepcopy(m) for m in [nn.Linear(width, width)] * depth)
        self.given = nn.ModuleList([layer for _ in range(depth)])
        self.head = nn.Linear(width, 4)
        self.heads = nn.ModuleList([self.head for _ in range(depth)])
        self.shared_blocks = nn.ModuleList([nn.Linear(width, width)] * depth)
        self.kinds = [nn.Linear] * depth
        self.sizes = [width] * depth
        self.scale = [torch.ones(3)] * depth

    def forward(self, x):
        for layer in self.each:
            x = layer(x)
        return x


class Chosen(nn.Module):
    def __init__(self, width, depth, is_one):
        super().__init__()
        layer = nn.Linear(width, width)
        if is_one:
            self.layers = nn.ModuleList([layer for _ in range(depth)])
        else:
            self.layers = nn.ModuleList([copy.deepcopy(layer) for _ in range(depth)])
