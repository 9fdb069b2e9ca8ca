"""Iterators that objects hold."""

import itertools

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_


class Handed:
    def __init__(self, params, limit):
        self.params = params
        self.limit = limit
        self.build()

    def build(self):
        self.optimizer = torch.optim.AdamW(self.params)

    def step(self):
        clip_grad_norm_(self.params, self.limit)  # finding: `self.params` is a generator, already exhausted
        self.optimizer.step()


class Created:
    def __init__(self, net):
        self.trained = (p for p in net.parameters() if p.requires_grad)
        self.optimizer = torch.optim.SGD(self.trained, lr=0.1)

    def norm(self):
        return sum(p.grad.norm() for p in self.trained)  # finding: exhausted by `torch.optim.SGD`, so this gets nothing


class Listed:
    def __init__(self, params):
        self.params = list(params)
        self.optimizer = torch.optim.AdamW(self.params)

    def step(self):
        clip_grad_norm_(self.params, 1.0)
        self.optimizer.step()


class GivenLists:
    def __init__(self, params):
        self.params = params
        self.optimizer = torch.optim.AdamW(self.params)

    def step(self):
        clip_grad_norm_(self.params, 1.0)
        self.optimizer.step()


class MadeListBefore:
    def __init__(self, params):
        params = list(params)
        self.params = params
        self.optimizer = torch.optim.AdamW(self.params)

    def step(self):
        clip_grad_norm_(self.params, 1.0)


class CreatedAgain:
    def __init__(self, net):
        self.net = net
        self.params = net.parameters()
        self.optimizer = torch.optim.AdamW(self.params)

    def step(self):
        self.params = self.net.parameters()
        clip_grad_norm_(self.params, 1.0)


class Joined:
    def __init__(self, net, head):
        self.params = itertools.chain(net.parameters(), net.buffers())
        if head is not None:
            self.params = itertools.chain(self.params, head.parameters())
        self.optimizer = torch.optim.AdamW(self.params)

    def step(self):
        clip_grad_norm_(self.params, 1.0)  # finding: `self.params` is a generator, already exhausted


class JoinedLists:
    def __init__(self, net, head):
        self.params = list(net.parameters())
        if head is not None:
            self.params = itertools.chain(self.params, head.parameters())
            self.params = list(self.params)
        self.optimizer = torch.optim.AdamW(self.params)

    def step(self):
        clip_grad_norm_(self.params, 1.0)


class CreatedAgainAfterUse:
    def __init__(self, net):
        self.params = net.parameters()
        self.optimizer = torch.optim.AdamW(self.params)
        self.params = net.parameters()

    def step(self):
        clip_grad_norm_(self.params, 1.0)


class UsedOnce:
    def __init__(self, params):
        self.params = params

    def build(self):
        return torch.optim.AdamW(self.params)


def main():
    net = nn.Linear(4, 2)
    makers = (Listed(net.parameters()), GivenLists(list(net.parameters())), MadeListBefore(net.parameters()))
    kinds = (Joined(net, net), JoinedLists(net, net), CreatedAgainAfterUse(net))
    return kinds, Handed(net.parameters(), 1.0), Created(net), makers, CreatedAgain(net), UsedOnce(net.parameters())


class WithIterator:
    def __init__(self, net):
        self.net, self.trained = net, net.parameters()
        self.optimizer = torch.optim.SGD(self.trained, lr=0.1)


class WithProperty(WithIterator):
    @property
    def trained(self):
        return list(self.net.parameters())

    @trained.setter
    def trained(self, given):
        print(given)

    def clip(self):
        torch.nn.utils.clip_grad_norm_(self.trained, 1.0)
