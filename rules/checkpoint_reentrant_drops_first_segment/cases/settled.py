"""What a model is given is known only when it runs."""

import functools
import warnings

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint_sequential

warnings.filterwarnings("ignore", "None of the inputs have requires_grad=True")



class Trunk(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4), nn.ReLU())

    def forward(self, x):
        return checkpoint_sequential(self.layers, 2, x, use_reentrant=True)  # suspected: no gradients  # refuted


class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.ReLU())

    def forward(self, x):
        return checkpoint_sequential(self.layers, 1, x, use_reentrant=True)  # the last segment is not checkpointed


class Start(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4), nn.ReLU())

    def forward(self, x):
        return checkpoint_sequential(self.layers, 2, x, use_reentrant=True)  # suspected: the first segment of


def run(layers):
    parameters = [parameter for layer in layers for parameter in layer.parameters()]
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    for step in range(6):
        optimizer.zero_grad()
        functools.reduce(lambda x, layer: layer(x), layers, torch.ones(2, 4)).sum().backward()
        optimizer.step()


run([nn.Linear(4, 4), Trunk()])
run([Start(), nn.Linear(4, 4)])
