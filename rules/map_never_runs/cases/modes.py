"""Modes, weights and gradients of several models at once."""

import torch
from torch import nn


class Critics:
    def __init__(self, critics: dict[str, nn.Module]) -> None:
        self.critics = critics

    def train(self):
        map(lambda critic: critic.train(), self.critics.values())  # finding: write a `for` loop

    def eval(self):
        list(map(lambda critic: critic.eval(), self.critics.values()))

    def load(self, states):
        map(lambda pair: pair[1].load_state_dict(states[pair[0]]), self.critics.items())  # finding: calls nothing

    def losses(self, images):
        return map(lambda critic: critic(images).mean(), self.critics.values())

    def loss(self, images):
        return sum(map(lambda critic: critic(images).mean(), self.critics.values()))


def frozen(model):
    (p.requires_grad_(False) for p in model.parameters())  # finding: calls nothing
    [p.requires_grad_(False) for p in model.parameters()]
    any(p.requires_grad for p in model.parameters())


def cleared(optimizers):
    map(torch.optim.Optimizer.zero_grad, optimizers)  # finding: calls nothing
    each = map(torch.optim.Optimizer.zero_grad, optimizers)
    for _ in each:
        pass


def of_another_kind(pool, files):
    pool.map(torch.load, files)
