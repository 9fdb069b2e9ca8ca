"""Functions that PyTorch runs: the forward of an autograd Function, and what is given to a checkpoint."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

weights = torch.tensor([0.1], requires_grad=True)
data = torch.tensor([0.5])
layer = nn.Linear(3, 1)


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.detach() * factor

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.factor, None


class Squashed(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return torch.sigmoid(x), 3

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass


scaled = Scaled.apply
reveal(Scaled.apply(weights, 2))  # tensor, grad
reveal(scaled(weights, 2))  # tensor, grad
reveal(Scaled.apply(data, 2))  # tensor, no grad
reveal(Squashed.apply(weights))  # tuple, (tensor, grad, sigmoid; number)
with torch.no_grad():
    reveal(Scaled.apply(weights, 2))  # tensor, no grad


def pair(x, scale=1):
    return torch.sigmoid(x), scale


reveal(checkpoint(layer, data, use_reentrant=False))  # tensor, grad
reveal(checkpoint(layer, data, use_reentrant=True))  # tensor, no grad
reveal(checkpoint(pair, weights, use_reentrant=False))  # tuple, (tensor, grad, sigmoid; number)
reveal(checkpoint(pair, weights, scale=data, use_reentrant=True))  # tuple, (tensor, grad, sigmoid; tensor, no grad)
reveal(checkpoint(pair, data, use_reentrant=True))  # tuple, (tensor, no grad, sigmoid; number)


def grow(held, count=0):
    held.append(weights)


# A container that a function changes, where the call has keyword arguments, too.
kept = []
grow(kept, count=1)
reveal(kept)  # list, of (tensor, grad)
