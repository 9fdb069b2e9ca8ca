"""Averages that are put into a model for an evaluation, and the model's own weights, which are put back after it."""

import torch
from torch import nn


class ByName:
    def __init__(self, model):
        self.model = model
        self.shadow = {name: p.data.clone() for name, p in model.named_parameters()}
        self.backup = {}

    def apply(self):
        for name, p in self.model.named_parameters():
            self.backup[name] = p.data  # finding: shares the parameter's memory, so `p.data.copy_(self.shadow[name])`
            p.data.copy_(self.shadow[name])

    def restore(self):
        for name, p in self.model.named_parameters():
            p.data.copy_(self.backup[name])


class InOrder:
    def __init__(self, parameters):
        self.shadow_params = [p.detach().clone() for p in parameters]
        self.collected = []

    def store(self, parameters):
        self.collected = [p.detach() for p in parameters]  # finding: keep `p.detach().clone()`

    @torch.no_grad()
    def copy_to(self, parameters):
        for s, p in zip(self.shadow_params, parameters):
            p.copy_(s)

    @torch.no_grad()
    def restore(self, parameters):
        for c, p in zip(self.collected, parameters):
            p.copy_(c)


class ThatReplacesTensors:
    def __init__(self, model):
        self.model = model
        self.shadow = {name: p.data.clone() for name, p in model.named_parameters()}
        self.backup = {}

    def apply(self):
        for name, p in self.model.named_parameters():
            self.backup[name] = p.data
            p.data = self.shadow[name]

    def restore(self):
        for name, p in self.model.named_parameters():
            p.data = self.backup[name]


class ThatUpdatesItsOwn:
    def __init__(self, parameters):
        self.shadow_params = [p.detach().clone() for p in parameters]
        self.kept = []

    def swap(self, parameters):
        self.kept = [p.data for p in parameters]
        for s, p in zip(self.shadow_params, parameters):
            p.data = s

    @torch.no_grad()
    def update(self, parameters):
        for s, p in zip(self.shadow_params, parameters):
            s.copy_(0.9 * s + 0.1 * p)

    @torch.no_grad()
    def restore(self, parameters):
        for k, p in zip(self.kept, parameters):
            p.copy_(k)


class WithCopies:
    def __init__(self, model):
        self.model = model
        self.shadow = {name: p.data.clone() for name, p in model.named_parameters()}

    def apply(self):
        self.backup = {name: p.data.clone() for name, p in self.model.named_parameters()}
        for name, p in self.model.named_parameters():
            p.data.copy_(self.shadow[name])

    def restore(self):
        for name, p in self.model.named_parameters():
            p.data.copy_(self.backup[name])


average = ByName(nn.Linear(2, 2))
average.apply()
average.restore()


class OfAnotherModel:
    def __init__(self, model, teacher):
        self.model = model
        self.given = [p.data for p in teacher.parameters()]

    def pull(self):
        for p, given in zip(self.model.parameters(), self.given):
            p.data.copy_(given)

    def push(self, others):
        for p, other in zip(self.model.parameters(), others):
            p.data.copy_(other)
