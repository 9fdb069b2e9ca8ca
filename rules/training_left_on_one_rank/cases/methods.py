"""Loops whose step and whose decision are in methods, and that ask for the rank by a function or a setting."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Stopper:
    def __init__(self):
        self.best, self.bad = None, 0

    def update(self, loss):
        self.bad = 0 if self.best is None or loss < self.best else self.bad + 1
        self.best = loss
        return self.bad > 3


def is_chief():
    return dist.get_rank() == 0


class Trainer:
    def __init__(self, config):
        self.config = config
        self.model = DistributedDataParallel(nn.Linear(4, 1).cuda())
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.stopper = Stopper()
        self.stops = self.is_done = self.ends = False
        self.steps = 0

    def backward(self, loss):
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def step(self, x, y):
        self.backward((self.model(x) - y).pow(2).mean())
        self.steps += 1
        self.count()

    def count(self):
        if self.steps > 1000:
            self.is_done = True

    def evaluate(self, loss):
        self.wait(loss)

    def wait(self, loss):
        self.stops = self.stopper.update(loss)

    def tell(self, loss):
        ends = torch.tensor(float(self.stopper.update(loss)))
        dist.all_reduce(ends, dist.ReduceOp.MAX)
        self.ends = ends.item() > 0

    def by_attribute(self, loader):
        for x, y in loader:
            self.step(x, y)
            if self.config["rank"] == 0:  # suspected: decides to leave the training loop
                self.evaluate(y.mean())
            if self.stops:
                self.is_done = True
            if self.is_done:
                return

    def by_function(self, loader):
        for x, y in loader:
            self.step(x, y)
            stop = False
            if is_chief():  # suspected: decides to leave the training loop
                stop = self.stopper.update(y.mean())
            if stop:
                break

    def by_steps(self, loader):
        for x, y in loader:
            self.step(x, y)
            if is_chief():
                print(self.steps)
            if self.steps > 1000:
                break

    def together(self, loader):
        for x, y in loader:
            self.step(x, y)
            self.tell(y.mean())
            if self.config["rank"] == 0:
                print(self.ends)
            if self.ends:
                break
