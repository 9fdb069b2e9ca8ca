"""Objects that hold a model, and its wrapper beside it."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Trainer:
    def __init__(self, net, rank, is_distributed):
        self.net = net.to(rank)
        self.shared = DDP(self.net, device_ids=[rank]) if is_distributed else self.net
        self.wrapped = DDP(self.net, device_ids=[rank])
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self, x, y):
        loss = nn.functional.mse_loss(self.net(x), y)  # finding: `self.net(x)` bypasses DistributedDataParallel
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def step_through_it(self, x, y):
        loss = nn.functional.mse_loss(self.wrapped(x), y) + self.net(x).abs().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    @torch.no_grad()
    def evaluate(self, x, y):
        return nn.functional.mse_loss(self.net(x), y).item()


class WrappedAnew:
    def __init__(self, net, rank):
        self.net = net.to(rank)
        self.first = DDP(self.net, device_ids=[rank])
        self.net = self.first

    def step(self, x, y, optimizer):
        optimizer.zero_grad()
        nn.functional.mse_loss(self.net(x), y).backward()
        optimizer.step()
