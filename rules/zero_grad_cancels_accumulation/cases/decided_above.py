"""Steps behind a condition that leaves the pass, and under one that has a name."""

import torch
import torch.nn.functional as F


def leaves_the_pass(model, loader, every):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        optimizer.zero_grad()  # finding: clears the accumulated gradients
        (F.mse_loss(model(x), y) / every).backward()
        if (number + 1) % every:
            continue
        optimizer.step()


def clears_after_the_step(model, loader, every):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        (F.mse_loss(model(x), y) / every).backward()
        if (number + 1) % every:
            continue
        optimizer.step()
        optimizer.zero_grad()


def skips_samples(model, loader, every):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for number, (x, y) in enumerate(loader):
        if number % every == 0:
            continue
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()


def has_a_name(model, loader, every):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    waiting = 0
    for x, y in loader:
        waiting += 1
        is_last = waiting == every
        optimizer.zero_grad()  # finding: clears the accumulated gradients
        (F.mse_loss(model(x), y) / every).backward()
        if is_last:
            optimizer.step()
            waiting = 0


class Counting:
    def __init__(self, model, optimizer, every=4):
        self.model, self.optimizer, self.every = model, optimizer, every
        self.count = 0

    def update(self, x, y):
        self.optimizer.zero_grad()  # finding: clears the accumulated gradients
        (F.mse_loss(self.model(x), y) / self.every).backward()
        self.count += 1
        if self.count != self.every:
            return
        self.count = 0
        self.optimizer.step()

    def run(self, loader):
        for x, y in loader:
            self.update(x, y)


class CountingRight(Counting):
    def update_later(self, x, y):
        (F.mse_loss(self.model(x), y) / self.every).backward()
        self.count += 1
        if self.count != self.every:
            return
        self.count = 0
        self.optimizer.step()
        self.optimizer.zero_grad()

    def run_later(self, loader):
        for x, y in loader:
            self.update_later(x, y)
