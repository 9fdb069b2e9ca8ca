"""Optimizers chosen by name: some clear the gradients in their own step, some do not."""

import torch
import torch.nn.functional as F
from torch import nn

OPTIMIZERS = {}


def optimizer(cls):
    OPTIMIZERS[cls.__name__] = cls
    return cls


@optimizer
class PlainSGD(torch.optim.SGD):
    pass


@optimizer
class ClearingSGD(torch.optim.SGD):
    def step(self, closure=None):
        loss = super().step(closure)
        self.zero_grad()
        return loss


def train(net, optimizer, loader):
    net.train()
    for x, y in loader:
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()  # suspected: call `optimizer.zero_grad()` before each  # refuted


def fine_tune(net, optimizer, loader):
    net.train()
    for x, y in loader:
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()  # suspected: call `optimizer.zero_grad()` before each


torch.manual_seed(0)
model = nn.Linear(8, 3)
batches = [(torch.randn(16, 8), torch.randint(3, (16,))) for _ in range(6)]
stages = {"train": (train, "ClearingSGD"), "fine-tune": (fine_tune, "PlainSGD")}
for stage, (run, name) in stages.items():
    run(model, OPTIMIZERS[name](model.parameters(), lr=0.1), batches)
    print(f"{stage}: {model.weight.norm().item():.4f}")
