"""Averages that are layers of the module that they belong to, in its mode or in eval mode."""

import copy

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 4), nn.BatchNorm1d(4))

    def forward(self, x):
        return self.layers(x)


class InItsMode(nn.Module):
    def __init__(self):
        super().__init__()
        self.online = Encoder()
        self.target = copy.deepcopy(self.online)

    @torch.no_grad()
    def update(self, tau):
        for online, target in zip(self.online.parameters(), self.target.parameters()):
            target.data = tau * target.data + (1 - tau) * online.data

    def forward(self, x):
        target = self.target
        with torch.no_grad():
            wanted = target(x)  # in train mode with the whole
        return (self.online(x) - wanted).square().mean()


class InEvalMode(nn.Module):
    def __init__(self):
        super().__init__()
        self.online = Encoder()
        self.teacher = copy.deepcopy(self.online)

    @torch.no_grad()
    def update(self, tau):
        for online, target in zip(self.online.parameters(), self.teacher.parameters()):  # suspected: keeps
            target.data = tau * target.data + (1 - tau) * online.data

    def forward(self, x):
        self.teacher.eval()
        with torch.no_grad():
            wanted = self.teacher(x)
        return (self.online(x) - wanted).square().mean()
