"""A function whose name says so averages the gradients."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel

from elsewhere import average_gradients


def train(loader):
    net = DistributedDataParallel(nn.Linear(8, 4))
    head = nn.Linear(4, 2)
    optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(net(x)), y).backward()
        average_gradients(head)
        optimizer.step()
