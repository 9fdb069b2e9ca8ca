"""A model gets its own weights back after an evaluation with others."""

import copy

import torch
from torch import nn


class Averaged:
    def __init__(self, averages):
        self.averages = averages
        self.own = None
        self.of_first = None

    def swap_in(self, model):
        self.own = {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
        model.load_state_dict(self.averages, strict=False)  # finding: may silently load nothing

    def swap_out(self, model):
        model.load_state_dict(self.own, strict=False)
        del self.own

    def keep(self, first):
        self.of_first = first.state_dict()

    def copy_to(self, second):
        second.load_state_dict(self.of_first, strict=False)  # finding: may silently load nothing


class FromAFile:
    def __init__(self, path):
        self.own = torch.load(path)

    def take(self, model):
        self.own = model.state_dict()

    def put(self, model):
        model.load_state_dict(self.own, strict=False)  # finding: may silently load nothing


def tried_out(model, learning_rate):
    before = copy.deepcopy(model.state_dict())
    for parameter in model.parameters():
        parameter.data.add_(learning_rate)
    model.load_state_dict(before, strict=False)


def wrapped(model):
    before = model.state_dict()
    model = nn.Sequential(model)
    model.load_state_dict(before, strict=False)  # finding: may silently load nothing
    return model
