"""A scaler that is given to the training."""

import torch.nn.functional as F
from torch import nn
from torch.cuda.amp import autocast


def train(model: nn.Module, loader, optimizer, scaler=None) -> None:
    for x, y in loader:
        optimizer.zero_grad()
        with autocast():
            loss = F.cross_entropy(model(x), y)
        if scaler is None:
            loss.backward()
            optimizer.step()
        else:
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
