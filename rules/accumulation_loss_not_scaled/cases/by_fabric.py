"""Fabric divides nothing itself; a strategy may, such as DeepSpeed."""

import torch
import torch.nn.functional as F
from lightning.fabric import Fabric


def train(fabric: Fabric, model, loader, k):
    optimizer = torch.optim.AdamW(model.parameters())
    model, optimizer = fabric.setup(model, optimizer)
    for number, (x, y) in enumerate(loader):
        accumulates = (number + 1) % k != 0
        with fabric.no_backward_sync(model, enabled=accumulates):
            loss = F.cross_entropy(model(x), y)
            fabric.backward(loss)  # suspected: sums gradients over several passes
        if not accumulates:
            fabric.clip_gradients(model, optimizer, max_norm=1.0)
            optimizer.step()
            optimizer.zero_grad()
