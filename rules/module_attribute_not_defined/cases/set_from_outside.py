"""Attributes that code outside the class sets, of an object that a call gives."""

from torch import nn


class Reached(nn.Module):
    def forward(self, x):
        return x * self.strength + self.offset + self.shift  # finding: `self.shift` raises AttributeError


def strengthen(model):
    setattr(model.get_submodule("inner"), "strength", 2.0)
    vars(model)["offset"] = 1.0
