"""Loops that make a copy of the model in each pass, or have one pass only."""

import copy

import torch
from torch import nn
from torch.utils.data import DataLoader


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)

    def forward(self, x):
        return self.body(x)


def look(module, inputs, output):
    print(output.shape)


def each_a_copy(net, batches):
    for x in batches:
        copied = copy.deepcopy(net)
        copied.body.register_forward_hook(look)
        copied(x)


def first_only(net, batches):
    for x in batches:
        net.body.register_forward_hook(look)
        net(x)
        break


def skipping(net, batches):
    for x in batches:
        net.body.register_forward_hook(look)  # finding: each step adds another hook
        net(x)
        if x.sum() > 0:
            continue
        break


def a_part(net, batches):
    for x in batches:
        body = net.get_submodule("body")
        body.register_forward_hook(look)  # finding: each step adds another hook
        net(x)


data = DataLoader(torch.rand(8, 4), batch_size=2)
each_a_copy(Net(), data)
first_only(Net(), data)
skipping(Net(), data)
a_part(Net(), data)
