"""Steers a model by its hidden states; some of its modules return tuples."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc, self.gru = nn.Linear(4, 4), nn.GRU(4, 4)

    def forward(self, x):
        return self.gru(self.fc(x))[0]


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return self.fc(x), x


def first(module, args, output):
    return output[0]  # finding: `output[0]` from a forward hook makes the first sample the output


def steered(module, args, output):
    hidden = output[0]
    return hidden + 0.1  # finding: returning `hidden + 0.1` from a forward hook makes the first sample the output; use


def doubled(module, args, output):
    return output[0].mul(2)  # finding: sample


def of_a_tuple(module, args, output):
    return output[0] + 0.1, output[1]


def of_the_pair(module, args, output):
    return output[0]


def of_either(module, args, output):
    if isinstance(output, tuple):
        return output[0] * 2
    return output * 2


def recorded(module, args, output):
    module.newest = output[0]


def all_of_it(module, args, output):
    return output[:, 0:2].repeat(1, 2)


net = nn.Sequential(Block(), nn.Linear(4, 4))
net[1].register_forward_hook(first)
net.register_forward_hook(doubled)
net.register_forward_hook(all_of_it)
block, pair = Block(), Pair()
block.register_forward_hook(steered)
block.gru.register_forward_hook(of_a_tuple)
block.fc.register_forward_hook(of_either)
block.fc.register_forward_hook(recorded)
pair.register_forward_hook(of_the_pair)
print(block(torch.rand(3, 4)).shape, pair(torch.rand(3, 4)).shape)
