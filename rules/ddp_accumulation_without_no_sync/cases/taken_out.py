"""A model that is trained beside its wrapper, where nothing is averaged: ddp-module-bypass says so."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def fit(batches, rank):
    model = nn.Linear(3, 1)
    if rank >= 0:
        model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number, (x, y) in enumerate(batches):
        bare = model.module if isinstance(model, DistributedDataParallel) else model
        loss = nn.functional.mse_loss(bare(x), y) / 4
        loss.backward()
        if (number + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
