"""Optimizers of the project's own classes step like PyTorch's, unless what they wrap does so in their place."""

import torch
from torch.optim import Optimizer


class Plain(Optimizer):
    def __init__(self, parameters, lr=0.1):
        super().__init__(parameters, dict(lr=lr))

    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data.add_(p.grad.data, alpha=-group["lr"])


class Slow(Optimizer):
    def __init__(self, fast):
        self.fast = fast
        super().__init__(fast.param_groups, {})

    def step(self, closure=None):
        self.fast.step()


def one_epoch(args, model, loader, optimizer):
    for number, x in enumerate(loader):
        (model(x).mean() / args.every).backward()
        if (number + 1) % args.every == 0:
            optimizer.step()  # finding: runs every `args.every` batches
            optimizer.zero_grad()


def one_finished_epoch(args, model, loader, optimizer):
    for number, x in enumerate(loader):
        (model(x).mean() / args.every).backward()
        if (number + 1) % args.every == 0 or number + 1 == len(loader):
            optimizer.step()
            optimizer.zero_grad()


def main(args, model, loader):
    optimizer = Plain(model.parameters())
    for _ in range(args.epochs):
        one_epoch(args, model, loader, optimizer)


def main_finished(args, model, loader):
    optimizer = Slow(torch.optim.SGD(model.parameters(), 0.1))
    for _ in range(args.epochs):
        one_finished_epoch(args, model, loader, optimizer)
