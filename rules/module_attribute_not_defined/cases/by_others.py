"""Attributes that functions, decorators, mixins and texts give objects, each next to one that nothing gives."""

import contextlib
import functools

import torch
from acme import Meta, Mixin, fill
from torch import nn


class OfMixin(nn.Module):
    def forward(self, x):
        return self.mixed * x


class Whole(OfMixin, Mixin):
    pass


class WithMetaclass(nn.Module, metaclass=Meta):
    def forward(self, x):
        return self.made_by_meta * x


def times(method):
    @functools.wraps(method)
    def wrapper(self, *args):
        self.seconds = 3
        return method(self, *args)

    return wrapper


class Timed(nn.Module):
    @times
    def forward(self, x):
        return x * self.seconds * self.minutes  # finding: `self.minutes` raises AttributeError


def begin(self):
    nn.Module.__init__(self)
    self.begun = 4


class Begins(nn.Module):
    __init__ = begin

    def forward(self, x):
        return x * self.begun * self.unknown


def adds_to(cls):
    def wrap(function):
        cls.__dict__.get(function.__name__)
        return function

    return wrap


class Grown(nn.Module):
    def forward(self, x):
        return self.late(x) + self.shrink(x)  # finding: `self.shrink` raises AttributeError


@adds_to(Grown)
def late(self, x):
    return x


def shrink(x):
    return x


class Suppressed(nn.Module):
    def forward(self, x):
        with contextlib.suppress(AttributeError):
            x = x * self.wished_for
        with torch.no_grad():
            return x * self.forgotten  # finding: `self.forgotten` raises AttributeError


class Restores(nn.Module):
    def restore(self, path):
        self = torch.load(path, weights_only=False)
        return self.restored


class InTuple(nn.Module):
    def __init__(self, other):
        super().__init__()
        for module in (self, other):
            fill(module)

    def forward(self, x):
        return self.filled * x


class Plain:
    def __init__(self):
        self.plain = 3


class CallsPlain(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        Plain.__init__(self)

    def forward(self, x):
        return self.plain * x


class CallsModule(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)

    def forward(self, x):
        return self.absent * x  # finding: `self.absent` raises AttributeError


class Renamed(nn.Module):
    def __init__(self):
        super().__init__()
        this = self
        fill(this)

    def forward(self, x):
        return self.filled * x


class PassedInside(nn.Module):
    def __init__(self, settings):
        super().__init__()
        fill({"target": self}, settings)

    def forward(self, x):
        return self.filled * x


class Bound(nn.Module):
    def __init__(self, settings):
        super().__init__()
        put = self.__setattr__
        for name in settings:
            put(name, settings[name])

    def forward(self, x):
        return self.put * x


class Runs(nn.Module):
    def __init__(self, settings):
        super().__init__()
        for name in settings:
            exec(f"self.{name} = settings[name]")

    def forward(self, x):
        return self.run * x
