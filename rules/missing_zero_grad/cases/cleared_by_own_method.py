"""Optimizers of other code, of which one has a method of its own to clear gradients."""

from elsewhere import make_optimizer
from torch import nn


def cleared(net, settings, loader):
    optimizer = make_optimizer(settings)
    for x, y in loader:
        optimizer.clear_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()


def not_cleared(net, settings, loader):
    optimizer = make_optimizer(settings)
    for x, y in loader:
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()  # suspected: applies the gradients of all earlier steps again
