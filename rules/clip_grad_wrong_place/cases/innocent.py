"""Clipped between backward() and step(), on one way at least; or something else is clipped, or only measured."""

import torch
import torch.nn.functional as F
from elsewhere import Encoder, make_schedule
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_


def between(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def in_the_other_branch(net, rows, scaler=None):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        if scaler is None:
            loss.backward()
            optimizer.step()
        else:
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            clip_grad_norm_(net.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()


def accumulated(net, rows, every):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i, (x, y) in enumerate(rows):
        (F.mse_loss(net(x), y) / every).backward()
        if (i + 1) % every == 0:
            clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def a_step_late(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()


def two_nets(critic, actor, rows):
    critic_optimizer = torch.optim.Adam(critic.parameters())
    actor_optimizer = torch.optim.Adam(actor.parameters())
    for x, y in rows:
        critic_optimizer.zero_grad()
        F.mse_loss(critic(x), y).backward()
        clip_grad_norm_(critic.parameters(), 1.0)
        critic_optimizer.step()
        actor_optimizer.zero_grad()
        F.mse_loss(actor(x), y).backward()
        clip_grad_norm_(actor.parameters(), 1.0)
        actor_optimizer.step()


def one_after_the_other(critic, actor, critic_optimizer, actor_optimizer, rows):
    for x, y in rows:
        actor_optimizer.zero_grad()
        critic_optimizer.zero_grad()
        F.mse_loss(critic(x), y).backward()
        critic_optimizer.step()
        (-critic(actor(x)).mean()).backward()
        clip_grad_value_(actor.parameters(), 1.0)
        actor_optimizer.step()


def only_measured(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        norm = clip_grad_norm_(net.parameters(), float("inf"))
        print(norm.item())


def by_code_that_is_not_here(net, rows, differentiate):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        differentiate(F.mse_loss(net(x), y))
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


class Optimizer(torch.optim.SGD):
    def step(self, closure=None):
        for group in self.param_groups:
            clip_grad_norm_(group["params"], 1.0)
        super().step(closure)


def by_the_optimizer(net, rows):
    optimizer = Optimizer(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()


def by_hooks(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for p in net.parameters():
        p.register_post_accumulate_grad_hook(lambda q: clip_grad_value_([q], 1.0))
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()


def activations(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        out = net(x).clamp(-1, 1)
        F.mse_loss(out, y).backward()
        optimizer.step()


def in_the_closure(net, rows):
    optimizer = torch.optim.LBFGS(net.parameters())
    for x, y in rows:

        def closure():
            optimizer.zero_grad()
            loss = F.mse_loss(net(x), y)
            loss.backward()
            clip_grad_norm_(net.parameters(), 1.0)
            return loss

        optimizer.step(closure)


def schedules_of_other_packages(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    schedule = make_schedule(optimizer)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        schedule.step()
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()


class Reader(nn.Module):
    """Made of parts that this project does not show: whether they are trained, nothing here says."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder(4)

    def forward(self, x):
        return self.encoder(x)


class Weighed(nn.Module):
    """A loss that learns how much each of its halves counts."""

    def __init__(self):
        super().__init__()
        self.weights = nn.Parameter(torch.zeros(2))

    def forward(self, output, y):
        halves = torch.stack([F.mse_loss(output, y), F.l1_loss(output, y)])
        return (halves * torch.exp(-self.weights) + self.weights).sum()


def through_a_loss_that_learns(rows):
    net, criterion = Reader(), Weighed()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        loss = criterion(net(x), y)
        loss.backward()
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def written_by_hand(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in rows:
        optimizer.zero_grad(set_to_none=False)
        for parameter in net.parameters():
            parameter.grad.masked_fill_(parameter > 0, 1.0)
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


class Stepper:
    """Steps with the clipped gradients, a second time."""

    def __init__(self, optimizer):
        self.optimizer = optimizer

    def again(self):
        self.optimizer.step()


def applied_by_other_code(net, rows, finish):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    stepper = Stepper(optimizer)
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        clip_grad_norm_(net.parameters(), 1.0)
        stepper.again()
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        clip_grad_norm_(net.parameters(), 1.0)
        finish(optimizer)
