"""Sums losses of networks that only texts name, and puts in another layer when the optimizer has the old one."""

import torch
from networks import Numbered, Pair
from torch import nn


def train(batches):
    net = Numbered(8)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    setattr(net, "layer2", nn.Linear(8, 2))  # finding: `nn.Linear(8, 2)` makes new parameters
    total = 0.0
    for x in batches:
        loss = getattr(net, "layer0")(x).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss  # finding: keeps the graph
    return total


def train_both(batches):
    pair = Pair(8)
    parts = [p for name in ("encoder", "decoder") for p in getattr(pair, name).parameters()]
    optimizer = torch.optim.SGD(parts, lr=0.1)
    total = 0.0
    for x in batches:
        loss = pair.decoder(pair.encoder(x)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total
