"""Functions, methods and autograd Functions of the project."""

from contextlib import contextmanager

import torch
from torch import nn


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        return x * x * scale

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class Base(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width

    def step(self, batch):
        raise NotImplementedError

    def encode(self, x):
        return x

    @staticmethod
    def scale(x, by):
        return x * by

    def run(self, batch):
        return self.step(batch, 0)  # what subclasses take

    def both(self, x):
        return self.encode(x, x) + self.scale(x)  # finding: `Base.encode` takes 1 argument  # finding: `Base.scale`


class Child(Base):
    def __init__(self, width):
        super().__init__()  # finding: `Base.__init__` is called without `width`

    def step(self, batch, number):
        return batch


class Mixin:
    def run_all(self, x):
        return self.missing(x, x, x)


class Left(Base):
    def both(self, x):
        return super().both(x, x)  # the next class may be another one


class Right(Base):
    def both(self, x, y):
        return x


class Both(Left, Right):
    pass


def track(function):
    return lambda *args: function(*args, 1)


@track
def logged(x, step):
    return x


@contextmanager
def opened(path):
    yield path


def load(path, device):
    return torch.load(path, map_location=device, weights_only=True)


def apply_all(x, function=lambda x: x):
    return function(x, x)


x = torch.rand(3, requires_grad=True)
Square.apply(x, 2.0).sum().backward()
Square.apply(x)  # finding: `Square.apply` is called without `scale`
logged(x)
with opened("a"):
    pass
load("a.pt")  # finding: `load` is called without `device`
load(*["a.pt"])


class Versioned(nn.Module):
    if torch.cuda.is_available():

        def forward(self, x):
            return x

    else:

        def forward(self, x, y):
            return x


class Twice(nn.Module):
    def forward(self, x, y):
        return x

    def forward(self, x):  # noqa: F811
        return x


Versioned()(x, x)
Twice()(x)
Twice()(x, x)  # finding: `Twice.forward` takes 1 argument, but gets 2


def chosen(x, y):
    return x


if torch.cuda.is_available():

    def chosen(x):
        return x


chosen(x)


class PastBase(Base):
    def __init__(self):
        super(Base, self).__init__()
        self.width = 1


class ByName(Base):
    def __init__(self):
        super(ByName, self).__init__()  # finding: `Base.__init__` is called without `width`
