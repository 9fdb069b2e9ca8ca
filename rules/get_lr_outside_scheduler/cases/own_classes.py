"""Schedulers of the program's own: some go on from the rate in use, others compute it from the number of the epoch."""

import math

import torch
from torch.optim.lr_scheduler import LRScheduler


class Chained(LRScheduler):
    """Warms up and then shrinks, each time from the rate before."""

    def __init__(self, optimizer, warmup, last_epoch=-1):
        self.warmup = warmup
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return [0.0 for _ in self.base_lrs]
        if self.last_epoch < self.warmup:
            return [group["lr"] + base / self.warmup for base, group in zip(self.base_lrs, self.optimizer.param_groups)]
        return [group["lr"] * 0.98 for group in self.optimizer.param_groups]


class ByLoops(LRScheduler):
    """The same with a variable and a loop."""

    def get_lr(self):
        rates = []
        for group in self.optimizer.param_groups:
            rate = 0.97 * group["lr"]
            rates.append(rate)
        return rates


class Closed(LRScheduler):
    """Computes the rate in use whenever it is asked."""

    def get_lr(self):
        share = 0.5 * (1 + math.cos(math.pi * self.last_epoch / 100))
        return [base * share for base in self.base_lrs]


class Held(LRScheduler):
    """Reads the rate in use, and changes it nowhere."""

    def get_lr(self):
        if self.optimizer.param_groups[0]["lr"] * 2 > 1:
            print("high")
        return [group["lr"] for group in self.optimizer.param_groups]


class Applied(Chained):
    """Applies what it computes, and keeps a note in each group."""

    def get_lr(self):
        return [group["lr"] * 0.9 for group in self.optimizer.param_groups]

    def step(self, epoch=None):
        for group, rate in zip(self.optimizer.param_groups, self.get_lr()):
            group["lr"] = rate


class Noted(LRScheduler):
    """Notes what the rate in use would become, and does not go on from it."""

    def get_lr(self):
        for group in self.optimizer.param_groups:
            group["half"] = group["lr"] * 0.5
        return [base * 0.9**self.last_epoch for base in self.base_lrs]


def train(optimizer: torch.optim.Optimizer) -> None:
    chained, loops = Chained(optimizer, 5), ByLoops(optimizer)
    closed, held, noted = Closed(optimizer), Held(optimizer), Noted(optimizer)
    for _ in range(100):
        optimizer.step()
        chained.step()
        print(chained.get_lr())  # finding: call `get_last_lr()`
        print(loops.get_lr()[0])  # finding: call `get_last_lr()`
        print(closed.get_lr(), held.get_lr(), noted.get_lr())
        print(chained.get_last_lr())
