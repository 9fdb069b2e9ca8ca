"""Fabric's backward of a loss that is divided."""

import torch
import torch.nn.functional as F
from lightning.fabric import Fabric


def train(fabric: Fabric, model, loader, k):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for number, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        fabric.backward(loss / k)
        if (number + 1) % k == 0:
            optimizer.step()
            optimizer.zero_grad()
