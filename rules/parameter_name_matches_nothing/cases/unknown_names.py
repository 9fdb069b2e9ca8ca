"""Models of which not all names are known, and models that functions are given."""

import torch
import torchvision
from acme.layers import Mixer
from torch import nn


class OfLibrary(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torchvision.models.resnet18()
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        return self.head(self.body(x))


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleDict({"up": nn.Linear(3, 3), "down": nn.Linear(3, 3)})
        self.grown = nn.ModuleList([nn.Linear(3, 3)])
        self.grown.append(Mixer(3))
        self.recurrent = nn.LSTM(3, 3)

    def forward(self, x):
        return self.layers["up"](x)


class Heir(Mixer):
    def __init__(self):
        super().__init__(3)
        self.head = nn.Linear(3, 3)


of_library, named, heir = OfLibrary(), Named(), Heir()
for name, p in of_library.named_parameters():
    if "layer1" in name:  # inside the library's model
        p.requires_grad = False
    if name.startswith("encoder"):  # finding: finds no parameter of `of_library`; its names begin with `body`, `head`
        p.requires_grad = False
for name, p in named.named_parameters():
    if "down" in name or "mixer" in name:
        p.requires_grad = False
    if name == "recurrent.weight_ih_l0":
        p.requires_grad = False
for name, p in heir.named_parameters():
    if name.startswith("encoder"):
        p.requires_grad = False


def freeze(model, prefix):
    for name, p in model.named_parameters():
        if name.startswith(prefix):
            p.requires_grad = False


def freeze_encoder(model):
    for name, p in model.named_parameters():
        if name.startswith("encoder"):
            p.requires_grad = False


def freeze_neck(model):
    for name, p in model.named_parameters():
        if name.startswith("neck"):  # finding: finds no parameter of `model`
            p.requires_grad = False


freeze(of_library, "body")
freeze_neck(of_library)
freeze_encoder(heir)
print(torch.rand(1))
