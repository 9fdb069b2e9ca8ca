"""Layers out of a ModuleDict, a Sequential, a slice or a list that is filled entry by entry."""

from torch import nn


class Block(nn.Module):
    def forward(self, x, time):
        return x * time


class Plain(nn.Module):
    def forward(self, x):
        return x


class Encoder(nn.Module):
    def __init__(self, depth, others):
        super().__init__()
        self.blocks = nn.ModuleList([Block() for _ in range(depth)])
        self.named = nn.ModuleDict({"first": Block(), "second": Block()})
        self.made = nn.ModuleDict({str(i): Block() for i in range(depth)})
        self.filled = nn.ModuleDict()
        for name in ("first", "second"):
            self.filled[name] = Block()
        self.stack = nn.Sequential(*[Block() for _ in range(depth)])
        self.mixed = nn.ModuleDict({"first": Block(), "second": Plain()})
        self.given = nn.ModuleDict({"first": Block(), **others})
        self.updated = nn.ModuleDict({"first": Block()})
        self.updated.update(others)
        self.replaced = nn.ModuleList([Block() for _ in range(depth)])
        self.replaced[:2] = others["layers"]

    def forward(self, x, time):
        x = self.named["first"](x)  # finding: `Block.forward` is called without `time`
        for name, block in self.named.items():
            x = block(x, name, time)  # finding: takes 2 arguments, but gets 3
        for block in self.made.values():
            x = block(x)  # finding: `Block.forward` is called without `time`
        x = self.filled["second"](x)  # finding: `Block.forward` is called without `time`
        for block in reversed(self.blocks[1:]):
            x = block(x)  # finding: `Block.forward` is called without `time`
        for block in self.stack:
            x = block(x)  # finding: `Block.forward` is called without `time`
        for block in self.mixed.values():
            x = block(x)
        for block in (*self.given.values(), *self.updated.values()):
            x = block(x)
        x = self.given["first"](x) + self.updated["first"](x) + self.replaced[0](x)
        for block in self.filled.values():
            x = block(x, time)
        return x


class Filled(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.aliased = nn.ModuleDict({"first": Block()})
        self.handed = nn.ModuleDict({"first": Block()})
        self.paired = {}
        self.paired["first"], self.paired["second"] = Plain(), Plain()
        self.patched = nn.ModuleList([Block() for _ in range(depth)])
        self.whole = nn.ModuleList([Block() for _ in range(depth)])
        layers = self.aliased
        layers["first"] = Plain()
        self.fill(self.handed)

    def fill(self, layers):
        layers["first"] = Plain()

    def forward(self, x):
        x = self.aliased["first"](x) + self.handed["first"](x) + self.paired["first"](x)
        for block in self.whole:
            x = block(x)  # finding: `Block.forward` is called without `time`
        return self.patched[0](x)


def patch(net):
    net.patched[0] = Plain()


def double(x):
    return 2 * x


def scale(x, by):
    return x * by


def keys(x):
    others = {double: scale}
    for function in others:
        x = function(x)
    for function in list(others):
        x = function(x)
    for function in others.values():
        x = function(x)  # finding: `scale` is called without `by`
    return x
