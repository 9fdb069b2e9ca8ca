"""Reads of attributes that no code assigns, each next to one that exists."""

from typing import Generic, TypeVar

from registry import MODELS, with_logger
from torch import nn

T = TypeVar("T")


class Unit(nn.Module):
    def __init__(self, width, groups=1):
        super().__init__()
        self.groups = groups
        self.conv = nn.Conv2d(width, width, 3, groups=groups)

    def forward(self, x):
        x = self.conv(x)
        if self.groups > 1:
            x = self.merge(x)  # finding: `self.merge` raises AttributeError: nothing assigns it in `Unit`
            x = self.merge(x)
        return x if self.training else x.float()


class Wider(Unit):
    """Inherits the layer."""

    def extra_repr(self):
        return f"{self.groups} {self.width}"  # finding: `self.width` raises AttributeError

    def forward(self, x):
        return self.conv(x)


class Other(nn.Module):
    """Assigns what the first class lacks, which does not help it."""

    def __init__(self, width):
        super().__init__()
        self.merge = nn.Conv2d(width, width, 1)
        self.embedding = nn.Embedding(9, width)

    def forward(self, x):
        return self.merge(self.embeding(x))  # finding: use `self.embedding`


class Typed(nn.Module, Generic[T]):
    scale: float
    bias = 0.0

    def forward(self, x):
        return x * self.scale + self.bias + self.shift  # finding: `self.shift` raises AttributeError


@MODELS.register()
class Registered(nn.Module):
    def forward(self, x):
        return self.layer(x)  # finding: `self.layer` raises AttributeError


@with_logger
class Decorated(nn.Module):
    def forward(self, x):
        return self.logger(x)  # the decorator may add it


class Chooses(nn.Module):
    """Rejects some values, and is no base for that."""

    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def forward(self, x):
        if self.kind == "mean":
            return x.mean()
        if self.kind == "learned":
            return self.weights * x  # finding: `self.weights` raises AttributeError
        raise NotImplementedError(self.kind)
