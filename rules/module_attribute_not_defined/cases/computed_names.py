"""A program that sets attributes of its model by names that only a run knows."""

from torch import nn


class Late(nn.Module):
    def forward(self, x):
        return x * self.scale  # suspected: `self.scale` raises AttributeError


def build(settings):
    model = Late()
    for name, value in settings.items():
        setattr(model, name, value)
    return model
