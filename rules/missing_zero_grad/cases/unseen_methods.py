"""A method of a model that is not seen, in a project in which nothing clears gradients."""

import torch
from elsewhere import Network
from torch import nn


class Layers(Network):
    def forward(self, x):
        return self.layers(x)


def train(loader):
    net = Layers()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()  # suspected: applies the gradients of all earlier steps again
        net.update_averages()


def train_with_helper(loader, after_batch):
    net = Layers()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        after_batch(optimizer)
