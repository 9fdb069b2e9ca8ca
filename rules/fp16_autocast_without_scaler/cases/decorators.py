"""Forwards that run under autocast as a whole, in a file without anything that scales."""

import torch
from torch import nn


class Half(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    @torch.autocast("cuda")
    def forward(self, x):
        return self.layer(x)


class Wide(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    @torch.autocast("cuda", dtype=torch.bfloat16)
    def forward(self, x):
        return self.layer(x)


def train(batches):
    model = Half().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in batches:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x).float(), y)
        loss.backward()  # finding: loses small gradients, as float16 rounds them to zero
        optimizer.step()


def train_wide(batches):
    model = Wide().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in batches:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x).float(), y)
        loss.backward()
        optimizer.step()
