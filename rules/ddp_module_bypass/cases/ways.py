"""Ways past the wrapper."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(8, 8), nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x))

    def score(self, x):
        return self.body(x).sum()


def by_the_old_name(x, y):
    net = Net()
    wrapper = DDP(net)
    optimizer = torch.optim.SGD(wrapper.parameters(), lr=0.1)
    for step in range(10):
        loss = nn.functional.cross_entropy(net(x), y)  # finding: `net(x)` bypasses
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def by_a_method(x, optimizer):
    model = DDP(Net())
    for step in range(10):
        optimizer.zero_grad()
        model.module.score(x).backward()  # finding: `model.module.score(x)` bypasses
        optimizer.step()


def by_another_name(x, optimizer):
    model = DDP(Net())
    inner = model.module
    for step in range(10):
        optimizer.zero_grad()
        inner(x).sum().backward()  # finding: `inner(x)` bypasses
        optimizer.step()


class Trainer:
    def __init__(self, device):
        self.model = DDP(Net().to(device), device_ids=[device])
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def step(self, x, y):
        loss = nn.functional.cross_entropy(self.model.module(x), y)  # finding: call the wrapper
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
