"""Parameters that a comma makes a tuple: flags, which are told by their defaults, and values that may be sizes."""

import torch
from torch import nn


class Reader:
    def __init__(self, net, quantize=True, size=3, names=None, pair=(1, 2), plain=False, parts=False):
        self.net = net
        self.quantize = quantize,  # finding: makes `self.quantize` a tuple, which is always true
        self.size = size,
        self.names = names,
        self.pair = pair,
        self.plain = (plain,)
        self.parts = parts,
        self.benchmark = quantize

    def read(self, x):
        torch.backends.cudnn.benchmark = self.benchmark
        net = self.net.half() if self.quantize else self.net
        return net(x), self.size, self.names, self.pair, self.plain[0], self.parts[0]


print(Reader(nn.Linear(3, 3), quantize=False).read(torch.rand(2, 3)))
