"""What an autograd Function or a checkpointed function returns has the graph of what it was given."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class ScaledGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.factor, None


def scaled(net: nn.Linear, loader, optimizer, penalty):
    seen = []
    for x, y in loader:
        loss = ScaledGradient.apply(nn.functional.mse_loss(net(x), y), 0.5)
        optimizer.zero_grad()
        (loss + penalty()).backward()
        optimizer.step()
        seen.append(loss)  # finding: `seen` keeps the graph of every `loss` alive
    return seen


def scaled_numbers(net: nn.Linear, loader, optimizer, penalty):
    seen = []
    for x, y in loader:
        loss = nn.functional.mse_loss(net(x), y)
        optimizer.zero_grad()
        (loss + penalty()).backward()
        optimizer.step()
        seen.append(ScaledGradient.apply(loss.detach(), 0.5))
    return seen


def both(net, x, y):
    out = net(x)
    return nn.functional.mse_loss(out, y), out.detach()


def checkpointed(net: nn.Linear, loader, optimizer, penalty):
    losses, outputs = [], []
    for x, y in loader:
        loss, out = checkpoint(both, net, x, y, use_reentrant=False)
        optimizer.zero_grad()
        (loss + penalty()).backward()
        optimizer.step()
        losses.append(loss)  # finding: `losses` keeps the graph of every `loss` alive
        outputs.append(out)
    return losses, outputs
