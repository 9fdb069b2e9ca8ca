"""Schedulers of the program's own: what they leave to PyTorch warns, what they define themselves does not."""

import torch
from torch import nn
from torch.optim.lr_scheduler import LambdaLR

from elsewhere import Scheduler


class Warmup(LambdaLR):
    def __init__(self, optimizer, steps):
        self.steps = steps
        super().__init__(optimizer, self.factor)

    def factor(self, step):
        return min(1.0, step / self.steps)


class Constant(LambdaLR):
    def get_lr(self):
        return list(self.base_lrs)


class Unknown(Scheduler, LambdaLR):
    """A base that is not seen may define the method."""


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    warmup = Warmup(optimizer, 10)
    constant = Constant(optimizer, lambda step: 1.0)
    unknown = Unknown(optimizer, lambda step: 1.0)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        warmup.step()
        print(warmup.get_lr()[0])  # finding: use `get_last_lr()`
        print(constant.get_lr()[0], unknown.get_lr()[0])
