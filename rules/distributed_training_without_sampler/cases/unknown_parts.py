"""Models and datasets of others: what the loader gives out may be a share already."""

import torch
from acme.data import training_data
from acme.models import build
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader


def main(args):
    data = training_data(args.path)
    loader = DataLoader(data, batch_size=8, shuffle=True)  # suspected: `loader` gives every rank all samples
    model = build(args)
    model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def divided(args, rank):
    data = training_data(args.path, rank=rank)
    loader = DataLoader(data, batch_size=8, shuffle=True)
    model = build(args)
    model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
