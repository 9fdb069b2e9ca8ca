"""A vocoder whose weights are published, in the form that was trained."""

import torch
from torch import nn
from torch.nn.utils.parametrizations import weight_norm


def small_weights(layer):
    if isinstance(layer, nn.Conv1d):
        nn.init.normal_(layer.weight, 0.0, 0.01)


class Refinement(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([weight_norm(nn.Conv1d(16, 16, 3, padding=1)) for _ in range(2)])
        self.convs.apply(small_weights)  # suspected: it before `weight_norm`, if it ever starts without a

    def forward(self, x):
        for conv in self.convs:
            x = x + conv(x.relu())
        return x


class Vocoder(nn.Module):
    def __init__(self, wide=True):
        super().__init__()
        kind = Refinement if wide else nn.Identity
        self.refine = kind()

    def forward(self, x):
        return self.refine(x)


def published(path: str) -> Vocoder:
    vocoder = Vocoder()
    vocoder.load_state_dict(torch.load(path, weights_only=True))
    return vocoder.eval()


def spoken(vocoder: Vocoder, x: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        return vocoder(x).flatten()
