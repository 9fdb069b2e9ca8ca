"""One optimizer of two models, whose parameters are put together in a list."""

import torch
from torch import nn

x = torch.randn(16, 4)


def added():
    actor, critic = nn.Linear(4, 1), nn.Linear(4, 1)
    optimizer = torch.optim.SGD(list(actor.parameters()) + list(critic.parameters()), lr=0.1)
    for _ in range(10):
        loss = critic(x).pow(2).mean() + actor(x).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
        loss.backward()  # finding: raises, as `optimizer.step()` has changed parameters that its graph needs


def unpacked():
    actor, critic = nn.Linear(4, 1), nn.Linear(4, 1)
    both = [*actor.parameters(), *critic.parameters()]
    optimizer = torch.optim.SGD(both, lr=0.1)
    for _ in range(10):
        loss = critic(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
        loss.backward()  # finding: raises, as `optimizer.step()` has changed parameters that its graph needs


def of_others():
    actor, critic, judge = nn.Linear(4, 1), nn.Linear(4, 1), nn.Linear(4, 1)
    optimizer = torch.optim.SGD([*actor.parameters(), *critic.parameters()], lr=0.1)
    for _ in range(10):
        loss = judge(x).pow(2).mean()
        loss.backward(retain_graph=True)
        optimizer.step()
        loss.backward()
        optimizer.zero_grad()


def of_more_than_is_written(chosen):
    actor, critic, judge = nn.Linear(4, 1), nn.Linear(4, 1), nn.Linear(4, 1)
    both = list(actor.parameters()) + list(critic.parameters())
    both.extend(judge.parameters())
    optimizer = torch.optim.SGD(both, lr=0.1)
    for _ in range(10):
        loss = judge(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
