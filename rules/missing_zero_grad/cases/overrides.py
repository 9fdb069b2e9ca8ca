"""A loop in a base class runs the method of one subclass, and what another subclass clears is of no help."""

import torch
import torch.nn.functional as F
from torch import nn


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def fit(self, rows, epochs):
        for _ in range(epochs):
            self.one_epoch(rows)

    def one_epoch(self, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()


class Clearing(Trainer):
    def one_epoch(self, rows):
        for x, y in rows:
            self.optimizer.zero_grad()
            F.l1_loss(self.net(x), y).backward()
            self.optimizer.step()


class Forgetful(Trainer):
    def one_epoch(self, rows):
        for x, y in rows:
            F.l1_loss(self.net(x), y).backward()
            self.optimizer.step()  # finding: applies the gradients of all earlier steps again


class Helped(Trainer):
    """Its base class clears the gradients."""

    def one_epoch(self, rows):
        for x, y in rows:
            self.prepare()
            F.l1_loss(self.net(x), y).backward()
            self.optimizer.step()

    def prepare(self):
        self.clear()

    def clear(self):
        self.optimizer.zero_grad()


def main(rows, name):
    kinds = {"plain": Trainer, "clearing": Clearing, "forgetful": Forgetful, "helped": Helped}
    trainer = kinds[name](nn.Linear(4, 1))
    trainer.fit(rows, 3)
