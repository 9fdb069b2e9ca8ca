"""Somebody else clears the gradients, or may: wrappers, frameworks, code in other files."""

import torch
import torch.distributed.autograd as dist_autograd
from accelerate import Accelerator
from elsewhere import NoamOptimizer, after_step, distributed
from torch import nn
from torch.distributed.optim import DistributedOptimizer

criterion = nn.MSELoss()


class Warmup:
    def __init__(self, optimizer, factor):
        self.optimizer, self.factor, self.steps = optimizer, factor, 0

    def step_and_update(self):
        self.steps += 1
        for group in self.optimizer.param_groups:
            group["lr"] = self.factor * min(self.steps**-0.5, self.steps * 1e-3)
        self.optimizer.step()
        self.optimizer.zero_grad()


def wrapped_here(net, rows):
    optimizer = Warmup(torch.optim.Adam(net.parameters()), 0.1)
    for x, y in rows:
        criterion(net(x), y).backward()
        optimizer.step_and_update()


def wrapped_elsewhere(net, rows):
    optimizer = NoamOptimizer(torch.optim.Adam(net.parameters()), 512)
    for x, y in rows:
        criterion(net(x), y).backward()
        optimizer.step()


def wrapped_in_place(net, rows):
    optimizer = torch.optim.Adam(net.parameters())
    optimizer = distributed(optimizer)
    for x, y in rows:
        criterion(net(x), y).backward()
        optimizer.step()


def handed_on(net, rows):
    optimizer = torch.optim.Adam(net.parameters())
    for x, y in rows:
        criterion(net(x), y).backward()
        optimizer.step()
        after_step(optimizer)


def handed_on_to_a_holder(net, rows):
    optimizer = torch.optim.Adam(net.parameters())
    hooks = after_step.Hooks(net, optimizer)
    for x, y in rows:
        criterion(net(x), y).backward()
        optimizer.step()
        hooks.end_of_batch()


def an_engine(engine, rows):
    for x, y in rows:
        loss = criterion(engine(x), y)
        engine.backward(loss)
        engine.step()


def distributed_autograd(net, remote, rows):
    optimizer = DistributedOptimizer(torch.optim.SGD, remote, lr=0.05)
    for x, y in rows:
        with dist_autograd.context() as context:
            dist_autograd.backward(context, [criterion(net(x), y)])
            optimizer.step(context)


def accelerated(net, rows):
    accelerator = Accelerator()
    net, optimizer, rows = accelerator.prepare(net, torch.optim.Adam(net.parameters()), rows)
    for x, y in rows:
        with accelerator.accumulate(net):
            accelerator.backward(criterion(net(x), y))
            accelerator.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


class Unseen(after_step.Base):
    def fit(self, rows):
        self.optimizer = torch.optim.Adam(self.net.parameters())
        for x, y in rows:
            self.forget_gradients()
            criterion(self.net(x), y).backward()
            self.optimizer.step()


class Learner(torch.optim.SGD):
    """Clears the gradients when it has applied them."""

    def step(self, closure=None):
        super().step(closure)
        self.zero_grad()


def its_own(net, rows):
    optimizer = Learner(net.parameters(), lr=0.1)
    for x, y in rows:
        criterion(net(x), y).backward()
        optimizer.step()


def in_backward(net, rows):
    optimizers = {p: torch.optim.SGD([p], lr=0.1) for p in net.parameters()}

    def apply(p):
        optimizers[p].step()
        optimizers[p].zero_grad()

    for p in net.parameters():
        p.register_post_accumulate_grad_hook(apply)
    for x, y in rows:
        criterion(net(x), y).backward()
