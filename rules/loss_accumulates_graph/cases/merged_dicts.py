"""Losses in dicts that are merged, and losses that are added up by `reduce`."""

import functools
import operator

import torch.nn.functional as F
from torch import nn


def merged(net: nn.Linear, loader, optimizer, penalty):
    total, reported = 0.0, 0.0
    for x, y in loader:
        losses = {"fit": F.mse_loss(net(x), y)} | {"size": penalty()}
        optimizer.zero_grad()
        (losses["fit"] + losses["size"]).backward()
        optimizer.step()
        total += losses["fit"]  # finding: `total` keeps the graph of every `losses["fit"]` alive
        losses |= {"fit": losses["fit"].detach()}
        reported += losses["fit"]
    return total, reported


def reduced(net: nn.Linear, loader, optimizer, penalty):
    total = 0.0
    for x, y in loader:
        loss = functools.reduce(operator.add, [F.mse_loss(net(x), y), F.l1_loss(net(x), y)])
        optimizer.zero_grad()
        (loss + penalty()).backward()
        optimizer.step()
        total += loss  # suspected: `total` keeps the graph of every `loss` alive
    return total
