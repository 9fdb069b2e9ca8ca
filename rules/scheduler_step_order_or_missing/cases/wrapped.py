"""An object that holds optimizers and their schedulers, and steps the schedulers by a method of its own."""

import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, StepLR


class Forgotten:
    def __init__(self, optimizer, schedule):
        self.optimizer, self.schedule = optimizer, schedule

    def update(self):
        self.optimizer.step()
        self.optimizer.zero_grad()

    def anneal_once(self):
        self.schedule.step()


class Remembered:
    def __init__(self, optimizer, schedule):
        self.optimizer, self.schedule = optimizer, schedule

    def update(self):
        self.optimizer.step()
        self.optimizer.zero_grad()

    def anneal(self):
        self.schedule.step()


class CalledByName:
    def __init__(self, optimizer, schedule):
        self.optimizer, self.schedule = optimizer, schedule

    def update(self):
        self.optimizer.step()
        self.optimizer.zero_grad()

    def cool(self):
        self.schedule.step()


class HalfUsed:
    """Its method is called nowhere, but the loop steps the scheduler itself."""

    def __init__(self, optimizer, schedule):
        self.optimizer, self.schedule = optimizer, schedule

    def cool_down_by_method(self):
        self.schedule.step()


def fit_forgotten(rows):
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    both = Forgotten(optimizer, CosineAnnealingLR(optimizer, 90))  # suspected: nothing calls
    for x, y in rows:
        nn.functional.mse_loss(net(x), y).backward()
        both.update()


def fit_remembered(rows):
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    both = Remembered(optimizer, StepLR(optimizer, 30))
    for x, y in rows:
        nn.functional.mse_loss(net(x), y).backward()
        both.update()
        both.anneal()


def fit_by_name(rows):
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    both = CalledByName(optimizer, StepLR(optimizer, 30))
    for x, y in rows:
        nn.functional.mse_loss(net(x), y).backward()
        both.update()
        getattr(both, "cool")()


def fit_half(rows):
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    both = HalfUsed(optimizer, StepLR(optimizer, 30))
    for x, y in rows:
        nn.functional.mse_loss(net(x), y).backward()
        both.optimizer.step()
        both.optimizer.zero_grad()
        both.schedule.step()
