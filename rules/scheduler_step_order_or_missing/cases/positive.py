import torch
import torch.nn.functional as F
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, MultiStepLR, OneCycleLR, StepLR


def train(net, optimizer, rows):
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()


def in_each_batch(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = OneCycleLR(optimizer, 0.1, total_steps=100)
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        scheduler.step()  # finding: call it after `optimizer.step()`
        optimizer.step()


def at_the_head_of_the_helper(net, optimizer, scheduler, rows):
    scheduler.step()  # finding: `scheduler.step()` before the first optimizer step
    train(net, optimizer, rows)


def helped(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = MultiStepLR(optimizer, [30, 60])
    for _ in range(90):
        at_the_head_of_the_helper(net, optimizer, scheduler, rows)


class Trainer:
    def __init__(self, decays):
        self.net = nn.Linear(8, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.scheduler = StepLR(self.optimizer, 30) if decays else None

    def fit(self, rows):
        for _ in range(90):
            if self.scheduler is not None:
                self.scheduler.step()  # finding: `self.scheduler.step()` before the first optimizer step skips the
            for x, y in rows:
                self.optimizer.zero_grad()
                F.mse_loss(self.net(x), y).backward()
                self.optimizer.step()


def never(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, 90)  # finding: `scheduler` is never stepped, so the learning rate never changes
    for epoch in range(90):
        train(net, optimizer, rows)
        print(epoch, scheduler.get_last_lr())
