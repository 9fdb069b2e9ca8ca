"""Iterators that functions return, and optimizers that functions make."""

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_


def trainable(net):
    return filter(lambda p: p.requires_grad, net.parameters())


def trainable_list(net):
    return [p for p in net.parameters() if p.requires_grad]


def optimizer_of(params, lr):
    return torch.optim.SGD(params, lr=lr)


def optimizer_of_list(params, lr):
    params = list(params)
    return torch.optim.SGD(params, lr=lr)


def count(net):
    params = trainable(net)
    print(sum(p.numel() for p in params))
    return torch.optim.SGD(params, lr=0.1)  # finding: `params` is a generator, already exhausted


def count_list(net):
    params = trainable_list(net)
    print(sum(p.numel() for p in params))
    return torch.optim.SGD(params, lr=0.1)


class Trainer:
    def __init__(self, net):
        self.params = net.parameters()
        self.optimizer = optimizer_of(self.params, lr=0.1)

    def step(self):
        clip_grad_norm_(self.params, 1.0)  # finding: already exhausted by `optimizer_of`
        self.optimizer.step()


class Base:
    def __init__(self, net):
        self.params = net.parameters()
        self.optimizer = torch.optim.SGD(self.params, lr=0.1)


class Derived(Base):
    def step(self):
        clip_grad_norm_(self.params, 1.0)  # finding: already exhausted by `torch.optim.SGD`
        self.optimizer.step()


class MadeAgain(Base):
    def __init__(self, net):
        super().__init__(net)
        self.params = list(net.parameters())

    def step(self):
        clip_grad_norm_(self.params, 1.0)


class ListTrainer:
    def __init__(self, net):
        self.params = trainable_list(net)
        self.optimizer = optimizer_of_list(self.params, lr=0.1)

    def step(self):
        clip_grad_norm_(self.params, 1.0)
        self.optimizer.step()


def main():
    net = nn.Linear(4, 2)
    return count(net), count_list(net), Trainer(net), ListTrainer(net), Derived(net), MadeAgain(net)


def as_list(function):
    def listing(*args):
        return list(function(*args))

    return listing


@as_list
def listed(net):
    return filter(lambda p: p.requires_grad, net.parameters())


def clip_those_listed(net):
    parameters = listed(net)
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    nn.utils.clip_grad_norm_(parameters, 1.0)
    return optimizer
