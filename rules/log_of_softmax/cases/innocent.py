"""Logarithms of something else, and softmaxes of which none is taken."""

import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


def fused(z, y):
    a = F.log_softmax(z, dim=1)
    b = nn.LogSoftmax(dim=1)(z)
    c = torch.logsumexp(z, dim=1)
    return F.nll_loss(a, y) + b.sum() + c.sum()


def sums_of_probabilities(z, groups, members):
    """No single softmax any more: an average of several, a mass of several classes, a mixture."""
    ensemble = torch.stack([F.softmax(one, dim=1) for one in z.chunk(3)]).mean(0).log()
    mass = torch.log(F.softmax(z, dim=1)[:, members].sum(1))
    mixed = torch.log(0.9 * F.softmax(z, dim=1) + 0.1 / 10)
    pooled = torch.log(F.softmax(z, dim=1) @ groups)
    rest = torch.log(1 - F.softmax(z, dim=1))
    smoothed = torch.log(F.softmax(z, dim=1) + 1)
    return ensemble.sum() + mass.sum() + mixed.sum() + pooled.sum() + rest.sum() + smoothed.sum()


def attention(q, k, v, mask):
    weights = torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(q.size(-1)), dim=-1)
    distance = torch.log(mask.float() + 1e-6)
    return (weights @ v) + distance


def policy(z):
    distribution = Categorical(probs=F.softmax(z, dim=-1))
    action = distribution.sample()
    return distribution.log_prob(action), distribution.probs.log()


def one_way_only(z, is_probability):
    p = z if is_probability else torch.exp(z)
    return torch.log(p)


def sampled(z):
    return torch.log(F.gumbel_softmax(z, hard=False))


@torch.no_grad()
def report(z, y):
    """An epsilon keeps a number finite from which no gradient is wanted."""
    p = F.softmax(z, dim=1)
    return -torch.log(p[range(len(y)), y] + 1e-12).mean().item(), np.log(p.numpy()).mean()


@torch.no_grad()
def perplexity(z, y):
    """Without one, a number can be infinite."""
    p = F.softmax(z, dim=1)
    return torch.exp(-torch.log(p)[range(len(y)), y].mean())  # finding: is -inf; use `log_softmax`


def held_off(z, returns, action):
    """Written past the graph: the logarithm stays finite, and so does a gradient that reaches every action."""
    chosen = F.softmax(z, dim=1).gather(1, action)
    chosen.data.clamp_(0.01, 0.99)
    return -(returns * chosen.log()).mean()


class Switch(nn.Module):
    """Probabilities for one caller, logits for another."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        z = self.fc(x)
        return z if self.training else F.softmax(z, dim=1)


def of_a_switch(x):
    return torch.log(Switch()(x))


def of_a_model_from_elsewhere(model, x):
    return torch.log(model(x))


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        return F.softmax(self.layer(x), dim=-1)


def play(states, optimizer):
    """The old probabilities of a policy need no gradient."""
    actor = Actor()
    for state in states:
        with torch.no_grad():
            chances = actor(state)
        action = int(torch.multinomial(chances, 1))
        old = chances[action].clamp(min=1e-8).log()
        ratio = actor(state)[action] / old.exp()
        optimizer.zero_grad()
        (-ratio).backward()
        optimizer.step()
