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
