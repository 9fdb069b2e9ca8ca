"""Weights that are set to zero are no gradients, and an optimizer of other code is one by its name."""

import torch
from elsewhere import Network, make_optimizer
from torch import nn


class Layers(Network):
    def start(self):
        self.layers[0].bias.data.zero_()
        self.layers[0].weight.data.zero_()

    def forward(self, x):
        return self.layers(x)


def train(loader):
    net = Layers()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()  # suspected: applies the gradients of all earlier steps again
        net.update_averages()


def log(optimizer):
    print(optimizer.param_groups[0]["lr"])


def train_by_name(settings, loader):
    net = Layers()
    optimizer, unit = make_optimizer(settings), make_optimizer(loader)
    for x, y in loader:
        log(optimizer)
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()  # suspected: applies the gradients of all earlier steps again
        net.update_averages()
    for x, y in loader:
        nn.functional.mse_loss(net(x), y).backward()
        unit.step()
        net.update_averages()
