"""Models of blocks whose last activation the caller passes, or not."""

import torch.nn.functional as F
from torch import nn


def block(inputs, outputs, normalise=True, activation=None):
    layers = [nn.Linear(inputs, outputs)]
    if normalise:
        layers.append(nn.BatchNorm1d(outputs))
    layers.append(nn.LeakyReLU(0.2) if activation is None else activation)
    return layers


class Branched:
    @staticmethod
    def block(inputs, outputs, activation=None):
        layers = [nn.Linear(inputs, outputs)]
        if activation is not None:
            layers.append(activation)
        else:
            layers.append(nn.Tanh())
        return nn.Sequential(*layers)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(*block(4, 8), *block(8, 1, normalise=False, activation=nn.Sigmoid()))

    def forward(self, x):
        return self.net(x)


class Scores(nn.Module):
    def __init__(self, activation=None):
        super().__init__()
        self.net = nn.Sequential(*block(4, 8), *block(8, 1, False, activation))

    def forward(self, x):
        return self.net(x)


def train(loader):
    discriminator, scores, branched = Discriminator(), Scores(), Branched.block(4, 1, nn.Sigmoid())
    for x, y in loader:
        loss = F.binary_cross_entropy(discriminator(x), y)  # finding: no gradient where the sigmoid before it rounds
        loss = loss + F.binary_cross_entropy(branched(x), y)  # finding: no gradient where the sigmoid before it rounds
        loss = loss + F.binary_cross_entropy(scores(x), y)
        loss.backward()
