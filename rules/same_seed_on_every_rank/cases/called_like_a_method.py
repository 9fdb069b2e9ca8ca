"""A function that another file calls, whose name is also that of a method of the model."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def train(args, loader):
    torch.distributed.init_process_group("gloo")
    seed = args.seed
    torch.manual_seed(seed)  # finding: makes all ranks draw the same dropout
    model = DistributedDataParallel(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for x in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()


def train_by_rank(args, loader):
    torch.distributed.init_process_group("gloo")
    torch.manual_seed(args.seed + torch.distributed.get_rank())
    model = DistributedDataParallel(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for x in loader:
        optimizer.zero_grad()
        model(x).sum().backward()
        optimizer.step()
