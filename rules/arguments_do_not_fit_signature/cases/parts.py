"""Layers that are attributes of an `nn.Module()`."""

from torch import nn


class Block(nn.Module):
    def forward(self, x, time):
        return x * time


class Plain(nn.Module):
    def forward(self, x):
        return x


class Encoder(nn.Module):
    def __init__(self, levels, given):
        super().__init__()
        self.down = nn.ModuleList()
        for _ in range(levels):
            blocks = nn.ModuleList()
            for _ in range(2):
                blocks.append(Block())
            down = nn.Module()
            down.block = blocks
            down.last = Plain()
            self.down.append(down)
        self.mid = nn.Module()
        self.mid.block = Block()
        self.mid.last = Plain()
        self.up = nn.Module()
        self.up.block = given
        self.up.last = Block()
        self.up.layers = nn.ModuleList([Plain()])
        self.up.layers.append(Block())

    def forward(self, x, time):
        for level in range(len(self.down)):
            for i in range(2):
                x = self.down[level].block[i](x)  # finding: `Block.forward` is called without `time`
                x = self.down[level].block[i](x, time)
            x = self.down[level].last(x, time)  # finding: takes 1 argument, but gets 2
        x = self.mid.block(x)  # finding: `Block.forward` is called without `time`
        x = self.mid.block(x, time)
        x = self.mid.last(x)
        x = self.up.layers[0](x)
        return self.up.last(self.up.block(x), time)


class Replaced(nn.Module):
    def __init__(self, is_plain):
        super().__init__()
        self.first = nn.Module()
        self.first.inner = Block()
        if is_plain:
            first = self.first
            first.inner = Plain()
        self.second = nn.Module()
        self.second.part = Block()
        self.second.add_module("part", Plain())
        self.third = nn.Module()
        self.third.one = Block()
        self.third.one, self.third.two = Plain(), Block()

    def forward(self, x):
        x = self.third.one(self.second.part(self.first.inner(x)))
        return self.third.two(x)  # finding: `Block.forward` is called without `time`
