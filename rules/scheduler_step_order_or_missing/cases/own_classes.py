"""Schedulers of classes of the project, which are PyTorch's in all but their rates."""

import torch
from torch import nn
from torch.optim.lr_scheduler import LRScheduler


class Warmup(LRScheduler):
    def __init__(self, optimizer, steps):
        self.steps = steps
        super().__init__(optimizer)

    def get_lr(self):
        return [rate * min(1.0, (self.last_epoch + 1) / self.steps) for rate in self.base_lrs]


class Restarts(LRScheduler):
    def __init__(self, optimizer, length):
        self.length = length
        super().__init__(optimizer)

    def get_lr(self):
        return [rate * (1 - self.last_epoch / self.length) for rate in self.base_lrs]

    def step(self, epoch=None):
        self.last_epoch = (self.last_epoch + 1) % self.length
        for group, rate in zip(self.optimizer.param_groups, self.get_lr(), strict=True):
            group["lr"] = rate


def never_stepped(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    warmup = Warmup(optimizer, steps=100)  # finding: is never stepped, so the learning rate never changes
    restarts = Restarts(optimizer, length=10)  # finding: is never stepped, so the learning rate never changes
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
        print(warmup.get_last_lr(), restarts.state_dict())


def stepped(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    warmup = Warmup(optimizer, steps=100)
    restarts = Restarts(optimizer=optimizer, length=10)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
        warmup.step()
        restarts.step()


class Renamed(LRScheduler):
    def get_lr(self):
        return self.base_lrs

    def update(self):
        super().step()

    def __call__(self, rate):
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def describe(self):
        return f"after {self.last_epoch} epochs"


def stepped_by_another_name(loader):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    first, second = Renamed(optimizer), Renamed(optimizer)
    third = Renamed(optimizer)  # finding: is never stepped, so the learning rate never changes
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
        first.update()
        second(0.1)
        print(third.describe())
