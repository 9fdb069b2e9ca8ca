"""Lists of one layer that functions and other classes make containers of."""

import copy

from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, width)

    def forward(self, x):
        return x + self.fc(x)


class Stack(nn.Module):
    def __init__(self, blocks, norm=None):
        super().__init__()
        self.blocks = nn.ModuleList(blocks)
        self.norm = norm

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


class Copies(nn.Module):
    def __init__(self, blocks):
        super().__init__()
        self.blocks = nn.ModuleList([copy.deepcopy(block) for block in blocks])


class CopiesOfItsOwn(nn.Module):
    def __init__(self, blocks):
        super().__init__()
        blocks = [copy.deepcopy(block) for block in blocks]
        self.blocks = nn.ModuleList(blocks)


def repeated(layer, times):
    return nn.ModuleList([layer for _ in range(times)])  # finding: the same `layer`, sharing one set of weights; copy it


def copied(layer, times):
    return nn.ModuleList([copy.deepcopy(layer) for _ in range(times)])


def block_of(width):
    return nn.Sequential(nn.Linear(width, width), nn.ReLU())


class Model(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        block = Block(width)
        self.stack = Stack([block for _ in range(depth)])  # finding: all entries are the same `block`
        self.stack_of_each = Stack([Block(width) for _ in range(depth)])
        self.copies = Copies([block for _ in range(depth)])
        self.repeated = repeated(Block(width), depth)
        self.copied = copied(Block(width), depth)
        self.made = nn.Sequential(*[block_of(width)] * depth)  # finding: the same `block_of(width)`
        self.made_each = nn.Sequential(*[block_of(width) for _ in range(depth)])
        named = [block for _ in range(depth)]  # finding: the same `block`
        self.named = nn.ModuleList(named)
        layers, others, activation, last = [], [], nn.ReLU(), block_of(width)
        one = block_of(width)
        for _ in range(depth):
            layers.append(one)  # finding: each pass adds the same `one`, sharing one set of weights; create the module
            others.append(Block(width))
            others.append(activation)
        others.append(last)
        self.layers, self.others = nn.Sequential(*layers), nn.Sequential(*others)
        self.once = nn.ModuleList()
        for _ in range(1):
            self.once.append(one)
        self.own = CopiesOfItsOwn([block for _ in range(depth)])
        entries = [block for _ in range(depth)]
        entries = [copy.deepcopy(entry) for entry in entries]
        self.entries = nn.Sequential(*entries)
        added, first = [], []
        for _ in range(depth):
            added.append(block)
        added = [copy.deepcopy(entry) for entry in added]
        for _ in range(depth):
            first.append(one)
            break
        self.added, self.first = nn.ModuleList(added), nn.ModuleList(first)
        self.plan = [block for _ in range(depth)]


print(len(list(Model(4, 3).parameters())))
