"""Values for `requires_grad_`, which is a method, and models whose class a configuration names."""

import importlib

import torch
from torch import nn


def frozen(path):
    model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(), nn.Linear(4, 2))
    model.load_state_dict(torch.load(path, weights_only=True))
    model.eval()
    model.requires_grad_ = False  # finding: does not change any parameter; write `model.requires_grad_(False)`
    return model


def called(path):
    model = nn.Linear(4, 4)
    model.load_state_dict(torch.load(path, weights_only=True))
    model.requires_grad_(False)
    return model


class Layer:
    requires_grad_ = True


def of_another_class():
    layer = Layer()
    layer.requires_grad_ = False
    return layer


def instantiate(config):
    module, name = config["target"].rsplit(".", 1)
    return getattr(importlib.import_module(module), name)(**config.get("params", {}))


class Latent(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.vae = instantiate(config["vae"])
        self.denoiser = nn.Linear(8, 8)
        self.vae.training = False  # suspected: does not change the layers inside; write `self.vae.eval()`
        for parameter in self.vae.parameters():
            parameter.requires_grad = False

    def forward(self, x):
        with torch.no_grad():
            latents = self.vae.encode(x)
        return self.denoiser(latents)


class Normalised(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(8)
        self.norm.training = False

    def forward(self, x):
        return self.norm(x)
