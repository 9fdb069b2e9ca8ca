"""A wrapper of the project's own has the parameters of the model inside; a larger model has others, too."""

import torch
from torch import nn


class Averaging(nn.Module):
    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.module = module

    def forward(self, x):
        return self.module(x)


class WithEncoder(nn.Module):
    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder
        self.encoder.requires_grad_(False)
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        return self.head(self.encoder(x).float())


def averaged(batches, processes):
    net = nn.Linear(4, 2)
    net.to(torch.bfloat16)  # finding: stores the parameters in bfloat16, which rounds small AdamW updates away
    if processes > 1:
        net = Averaging(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5)
    for x, y in batches:
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()


def with_a_frozen_part(batches):
    encoder = nn.Linear(4, 4)
    encoder.to(torch.bfloat16)
    net = WithEncoder(encoder)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5)
    for x, y in batches:
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
