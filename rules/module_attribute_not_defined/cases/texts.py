"""Names that are texts, attributes of settings, and attributes whose names are computed in part."""

import torch
from torch import nn

SETTINGS = {"out_width": 4, "depth": 2}


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, SETTINGS["out_width"])

    def forward(self, x):
        return self.layer(x) + self.out_width  # finding: `self.out_width` raises AttributeError


class Stack(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        for i in range(depth):
            setattr(self, f"block_{i}", nn.Linear(width, width))

    def forward(self, x):
        x = self.block_0(x)
        return x + self.branch_0(x)  # finding: `self.branch_0` raises AttributeError


class Named(nn.Module):
    def __init__(self, layers):
        super().__init__()
        for name, layer in layers.items():
            setattr(self, name, layer)

    def forward(self, x):
        return self.first(x)


class Wrapper(nn.Module):
    def __init__(self, backbone, args):
        super().__init__()
        self.backbone = backbone
        args.temperature = 2.0
        backbone.scale = 3.0

    def forward(self, x):
        x = self.backbone(x) / self.temperature  # finding: `self.temperature` raises AttributeError
        return x * self.scale

    @torch.jit.ignore
    def depth(self):
        raise NotImplementedError
        return self.number_of_layers


class Optional(nn.Module):
    def forward(self, x):
        return x * self.gain


def gain_of(model):
    return model.gain if hasattr(model, "gain") else 1.0
