"""Modules that are lists of layers with a forward of their own, of which nn.ModuleList says nothing."""

import torch
import torch.nn as nn


class Heads(nn.ModuleList):
    def __init__(self):
        super().__init__([nn.Linear(8, 4), nn.Linear(8, 1)])

    def forward(self, x):
        policy, value = self[0](x).softmax(-1), self[1](x)
        return policy, value  # finding: `Heads.forward` returns 2 different things


class Stack(nn.ModuleList):
    def forward(self, x):
        for layer in self:
            x = layer(x)
        return x


def main():
    policy, value = Heads()(Stack([nn.Linear(8, 8)])(torch.randn(2, 8)))
    return policy.argmax(-1), value.mean()


if __name__ == "__main__":
    main()
