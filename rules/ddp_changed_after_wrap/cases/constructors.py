"""Models that a constructor wraps and changes, and that other methods train."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Trainer:
    def __init__(self, rank):
        self.model = DistributedDataParallel(nn.Linear(4, 1).to(rank), device_ids=[rank])
        self.model.bfloat16()  # finding: changes the parameters' dtype too late
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def train(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            nn.functional.mse_loss(self.model(x), y).backward()
            self.optimizer.step()


class Tester:
    def __init__(self, rank):
        self.model = DistributedDataParallel(nn.Linear(4, 1).to(rank), device_ids=[rank])
        self.model.bfloat16()

    def test(self, loader):
        with torch.no_grad():
            return sum(nn.functional.mse_loss(self.model(x), y) for x, y in loader)


class InOrder:
    def __init__(self, rank):
        net = nn.Linear(4, 1).to(rank).bfloat16()
        self.model = DistributedDataParallel(net, device_ids=[rank])
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def train(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            nn.functional.mse_loss(self.model(x), y).backward()
            self.optimizer.step()


class PerhapsForTests:
    def __init__(self, rank, is_test):
        self.model = DistributedDataParallel(nn.Linear(4, 1).to(rank), device_ids=[rank])
        if is_test:
            self.model.half()  # suspected: changes the parameters' dtype too late
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def train(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            nn.functional.mse_loss(self.model(x), y).backward()
            self.optimizer.step()
