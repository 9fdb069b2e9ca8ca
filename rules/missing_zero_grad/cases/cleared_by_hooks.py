"""Hooks clear the gradients: of the optimizer's step, of the module's forward, of the parameters; others only look on."""

import torch
import torch.nn.functional as F
from torch import nn


def after_each_step(rows):
    net = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.register_step_post_hook(lambda stepped, *given: stepped.zero_grad())
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()


def clear(optimizer, args, kwargs):
    for group in optimizer.param_groups:
        for p in group["params"]:
            p.grad = None


def by_a_function(rows):
    net = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.register_step_post_hook(clear)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()


def looks_on(rows):
    net = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.register_step_post_hook(lambda stepped, *given: print(len(stepped.param_groups)))
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()  # finding: call `optimizer.zero_grad()` before each


def clears_another(rows):
    net, other = nn.Linear(8, 1), nn.Linear(8, 1)
    optimizer, second = torch.optim.SGD(net.parameters(), lr=0.1), torch.optim.SGD(other.parameters(), lr=0.1)
    second.register_step_post_hook(lambda stepped, *given: stepped.zero_grad())
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()  # finding: call `optimizer.zero_grad()` before each
        F.mse_loss(other(x), y).backward()
        second.step()


def before_each_forward(rows):
    net = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net.register_forward_pre_hook(lambda module, inputs: optimizer.zero_grad())
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()


def with_the_gradient(net: nn.Module, rows):
    own = {p: torch.optim.SGD([p], lr=0.1) for p in net.parameters()}

    def apply(p):
        own[p].step()
        p.grad = None

    for p in net.parameters():
        p.register_post_accumulate_grad_hook(apply)
    rest = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        rest.step()


def clipped(net: nn.Module, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for p in net.parameters():
        p.register_hook(lambda gradient: gradient.clamp(-1, 1))
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()  # finding: call `optimizer.zero_grad()` before each


def another_step(net: nn.Module, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    step = optimizer.step

    def step_and_clear(*given):
        step(*given)
        optimizer.zero_grad()

    optimizer.step = step_and_clear
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.optimizer.register_step_post_hook(self.after)

    def after(self, optimizer, args, kwargs):
        self.forget(optimizer)

    def forget(self, optimizer):
        optimizer.zero_grad()

    def fit(self, rows):
        for x, y in rows:
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()


class Counting:
    def __init__(self, net):
        self.net, self.steps = net, 0
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        self.optimizer.register_step_post_hook(self.after)

    def after(self, optimizer, args, kwargs):
        self.steps += 1

    def fit(self, rows):
        for x, y in rows:
            F.mse_loss(self.net(x), y).backward()
            self.optimizer.step()  # finding: call `self.optimizer.zero_grad()` before each
