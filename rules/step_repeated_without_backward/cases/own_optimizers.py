"""Optimizers of the project's own classes: one steps by itself, the other lets the one that it wraps step, once."""

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


class Wary(Optimizer):
    def __init__(self, parameters, base, **options):
        super().__init__(parameters, options)
        self.base = base(self.param_groups, **options)

    def _climb(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.data.add_(p.grad, alpha=0.05)
        self.zero_grad()

    def _descend(self):
        self.base.step()

    def step(self, closure=None):
        self._climb()
        with torch.enable_grad():
            closure()
        self._descend()


def once(model, loader):
    optimizer = Plain(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        (model(x) - y).square().mean().backward()
        optimizer.step()


def twice(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        (model(x) - y).square().mean().backward()
        optimizer.step()
        optimizer.step()  # finding: applies the same gradients as the `step()` before it


def wary(model, loader):
    optimizer = Wary(model.parameters(), torch.optim.SGD, lr=0.1)
    for x, y in loader:

        def closure():
            (model(x) - y).square().mean().backward()

        optimizer.zero_grad()
        closure()
        optimizer.step(closure)
