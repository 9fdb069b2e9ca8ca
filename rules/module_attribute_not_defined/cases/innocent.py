"""Attributes that exist, though no line `self.name = ...` of the class assigns them."""

from abc import abstractmethod

import torch
from acme import Backbone, attach
from torch import nn


class SetFromOutside(nn.Module):
    def forward(self, x):
        return x / self.stride


model = SetFromOutside()
model.stride = torch.ones(1)


class AskedFor(nn.Module):
    def forward(self, x):
        return self.extra(x) if hasattr(self, "extra") else x


class Named(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))
        self.add_module("head", nn.Linear(3, 3))
        self.register_parameter(name="shift", param=None)
        for number, size in enumerate(sizes):
            self.add_module(f"layer{number}", nn.Linear(3, size))

    def forward(self, x):
        return self.head(self.layer0(x)) - self.mean + self.shift


class Keeps(nn.Module):
    def __init__(self, **settings):
        super().__init__()
        for name, value in settings.items():
            setattr(self, name, value)

    def forward(self, x):
        return x * self.scale


class Updates(nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.__dict__.update(locals())

    def forward(self, x):
        return x * self.scale


class PassedOn(nn.Module):
    def __init__(self):
        super().__init__()
        attach(self)

    def forward(self, x):
        return self.attached(x)


class OfLibrary(Backbone):
    def forward(self, x):
        return self.stem(x)


class OfLayer(nn.Linear):
    def forward(self, x):
        return x @ self.weight.t() + self.bias


class LooksUp(nn.Module):
    def __getattr__(self, name):
        return 1

    def forward(self, x):
        return self.anything(x)


class Bottleneck(nn.Module):
    """Its subclass creates the layers."""

    def forward(self, x):
        return self.conv2(self.conv1(x))


class Block(Bottleneck):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(3, 3, 1), nn.Conv2d(3, 3, 1)


class WithHelper(nn.Module):
    """Gets an attribute from another base of its subclass."""

    def forward(self, x):
        return self.helper(x)


class Helper:
    def helper(self, x):
        return x


class Both(WithHelper, Helper):
    pass


class BaseHead(nn.Module):
    def forward(self, x):
        return self.project(x)


class Open(nn.Module):
    def features(self, x):
        """What subclasses compute."""
        raise NotImplementedError

    def forward(self, x):
        return self.last(self.features(x))


class Abstract(nn.Module):
    @abstractmethod
    def features(self, x): ...

    def forward(self, x):
        return self.last(self.features(x))


class Tries(nn.Module):
    def forward(self, x):
        try:
            return self.cache
        except AttributeError:
            return x


class Assigns(nn.Module):
    """In every way that Python has."""

    limit: int = 3

    class Config:
        width = 3

    def __init__(self, layers):
        super().__init__()
        (self.first, self.second), *self.rest = layers
        for self.last in layers:
            pass
        with open("notes.txt") as self.notes:
            pass
        self.count: int
        self.total = self.width = self.Config.width

    @property
    def size(self):
        return self.total + self.width + self.count + self.limit

    def forward(self, x):
        self.to("cpu").eval().requires_grad_(False)
        return self.first, self.second, self.rest, self.last, self.notes, self.size, self.training, self.state_dict()


class Borrowed(nn.Module):
    @staticmethod
    def run(self, x):
        return self.anything(x)

    def forward(self, x):
        return lambda self: self.value
