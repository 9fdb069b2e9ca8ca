"""What a loss is divided by, before it is differentiated, has no graph for that."""

import torch
from torch import nn


def divided(model: nn.Module, loader, optimizer, scale):
    seen = 0.0
    for x, weight in loader:
        loss = model(x).mean()
        optimizer.zero_grad()
        loss.mul(weight).backward()
        optimizer.step()
        seen += weight
    return seen


def scaled(model: nn.Module, loader, optimizer, scaler: torch.amp.GradScaler, criterion):
    total = 0.0
    for x, y in loader:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        total += loss  # finding: `total` keeps the graph of every `loss` alive
    return total
