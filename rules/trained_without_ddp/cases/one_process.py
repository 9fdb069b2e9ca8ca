"""A module that one process trains alone, beside one that all train."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def train(rank, loader):
    net, probe, head = nn.Linear(4, 4), nn.Linear(4, 2), nn.Linear(4, 2)
    net = DistributedDataParallel(net)
    optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)  # finding: `head` is trained outside
    optimizer_of_probe = torch.optim.SGD(probe.parameters(), lr=0.1)
    for x, y in loader:
        features = net(x)
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(features), y).backward()
        optimizer.step()
        if rank == 0:
            optimizer_of_probe.zero_grad()
            nn.functional.cross_entropy(probe(features.detach()), y).backward()
            optimizer_of_probe.step()


def train_in_part(loader):
    net, head = nn.Linear(4, 4), nn.Linear(4, 2)
    net = DistributedDataParallel(net)
    head.weight.requires_grad = False
    head.bias.requires_grad = False
    optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)  # suspected: `head` is trained outside
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(net(x)), y).backward()
        optimizer.step()
