"""Layers that other methods call, in other classes and with settings."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Config:
    hidden: int = 64


class Policy(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.shared = nn.Linear(states, 256)
        self.actor = nn.Linear(256, actions)
        self.critic = nn.Linear(128, 1)  # finding: this layer expects 128 inputs, but the previous layer outputs 256

    def features(self, x):
        return torch.relu(self.shared(x))

    def act(self, x):
        return self.actor(self.features(x)).softmax(-1)

    def value(self, x):
        return self.critic(self.features(x))


class Encoder(nn.Module):
    def __init__(self, taken, given=128):
        super().__init__()
        self.first, self.last = nn.Linear(taken, 32), nn.Sequential(nn.Linear(32, given), nn.ReLU())

    def forward(self, x):
        return self.last(self.first(x).relu())


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder(8)
        self.head = nn.Linear(128, 3)
        self.wide = nn.Linear(256, 3)  # finding: this layer expects 256 inputs, but the previous layer outputs 128

    def forward(self, x):
        codes = self.encode(x)
        return self.head(codes), self.wide(codes)

    def encode(self, x):
        return self.encoder(x).tanh()


class Configured(nn.Module):
    def __init__(self, config: Config):
        super().__init__()
        self.hidden = config.hidden
        self.first = nn.Linear(8, self.hidden)
        self.second = nn.Linear(self.hidden, 2)
        self.third = nn.Linear(32, 2)  # finding: this layer expects 32 inputs, but the previous layer outputs 64

    def forward(self, x):
        codes = self.first(x)
        return self.second(codes), self.third(codes)


class Either(nn.Module):
    """Made with two sizes."""

    def __init__(self, hidden):
        super().__init__()
        self.first, self.last = nn.Linear(8, hidden), nn.Linear(64, 2)

    def forward(self, x):
        return self.last(self.first(x))


models = [Policy(4, 2), Model(), Configured(Config()), Either(64), Either(32)]
