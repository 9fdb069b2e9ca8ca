"""timm's function clips in one of several ways, all of which need gradients that are unscaled."""

import torch
from timm.utils import dispatch_clip_grad
from torch import nn


def train(model: nn.Module, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for rows, labels in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = nn.functional.cross_entropy(model(rows), labels)
        scaler.scale(loss).backward()
        dispatch_clip_grad(model.parameters(), 1.0)  # finding: clips gradients that are still scaled
        scaler.step(optimizer)
        scaler.update()


def train_unscaled(model: nn.Module, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for rows, labels in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = nn.functional.cross_entropy(model(rows), labels)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        dispatch_clip_grad(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
