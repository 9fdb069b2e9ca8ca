"""Parameters that a comma makes a tuple: flags, which are told by their defaults, and values that may be sizes."""

import threading

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


def run(work, verbose=False, is_fast=True, is_deep=False, is_wide=False, is_quiet=False):
    """Tuples that are the arguments of a call, or that grow."""
    args = verbose,
    threading.Thread(target=work, args=args).start()
    more = is_fast,
    work(*more)
    extra = is_deep,
    extra += (3,)
    key = is_wide,
    if verbose:
        key = key + (is_deep,)
    quiet = is_quiet,  # finding: makes `quiet` a tuple, which is always true
    return work(quiet), extra, key


print(Reader(nn.Linear(3, 3), quantize=False).read(torch.rand(2, 3)))
