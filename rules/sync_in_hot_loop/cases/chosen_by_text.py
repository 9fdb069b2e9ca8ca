"""A text that each call writes out decides which branch of a helper runs."""

import torch
from torch import nn
from torch.utils.data import DataLoader


def reduced(x, how="mean"):
    if how == "mean":
        return x.mean().item()
    return x


def number_of(x, how="mean"):
    if how == "mean":
        return x.mean().item()
    return x


def train(net: nn.Linear, data, device):
    loader = DataLoader(data, batch_size=8, shuffle=True)
    net.to(device)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    kept, seen = [], []
    for x, y in loader:
        losses = nn.functional.cross_entropy(net(x.to(device)), y.to(device), reduction="none")
        optimizer.zero_grad()
        losses.mean().backward()
        optimizer.step()
        kept.append(reduced(losses, how="none"))
        seen.append(number_of(losses))  # finding: waits for the GPU in each training step; keep `losses.detach()`, and
    return kept, seen
