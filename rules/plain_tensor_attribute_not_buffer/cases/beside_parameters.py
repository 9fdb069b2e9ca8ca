"""Plain tensors that meet parameters, buffers, and what is created on the input's device."""

import torch
from torch import nn


class Noisy(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.noise = torch.randn([size, size])  # finding: does not move with the model
        self.strength = nn.Parameter(torch.zeros([]))
        self.shift = torch.randn([size, size])

    def forward(self, x):
        return x + self.noise * self.strength

    def describe(self, scale):
        return self.shift * scale  # by whoever calls it


class Scaled(nn.Module):
    def __init__(self, size):
        super().__init__()
        rates = torch.randn([size])
        rates /= rates.norm()
        self.rates = rates  # finding: does not move with the model
        self.register_buffer("gains", torch.ones(size))

    def forward(self):
        return self.gains * self.rates


class BothPlain(nn.Module):
    """Two tensors that stay where they are, which is the same place."""

    def __init__(self, size):
        super().__init__()
        self.first = torch.randn([size])
        self.second = torch.randn([size])

    def forward(self, x):
        return x.sum(), (self.first * self.second).sum().item()


class Turned(nn.Module):
    def __init__(self):
        super().__init__()
        self.frame = torch.eye(3)  # finding: does not move with the model
        self.base = torch.eye(3)

    def forward(self, x):
        turn = torch.eye(3, device=x.device)
        length = (torch.eye(3, device="cpu") @ self.base).norm().item()
        return turn @ self.frame, length


class OfAnotherModule(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.embed = nn.Embedding(size, size)
        self.prior = torch.randn([size, size])  # finding: does not move with the model

    def forward(self, x):
        return (self.embed.weight * self.prior).sum()
