import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 3)
EPS = 1e-8


class RMSNorm(nn.Module):
    def __init__(self, size, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.eps = eps

    def forward(self, x):
        x = self.weight * x
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)


class Normalize(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        x = self.layer(x)
        std = torch.sqrt(torch.var(x, dim=1, keepdim=True, unbiased=False) + 1e-5)
        return x / std / x.pow(2).sum(-1, keepdim=True).add(EPS).sqrt()


def train(x, y, optimizer):
    out = net(x)
    safe = ((out - y) ** 2).sum(1).clamp(min=1e-12)
    loss = torch.sqrt(safe).mean() + (out - y).norm() + torch.cdist(out, y).mean() + out.std(0).mean()
    loss = loss + torch.sqrt(EPS + (out**2).sum()) + torch.sqrt(F.softplus(out)).mean() + torch.exp(out).sqrt().mean()
    loss = loss + torch.sqrt(F.relu(out)).mean()  # relu lets nothing through at 0
    loss = loss + out.sum() / math.sqrt(out.size(1)) + out.sum() / out.size(1) ** 0.5
    optimizer.zero_grad()
    loss.backward()
    gradient_norm = torch.sqrt(sum((p.grad**2).sum() for p in net.parameters()))
    optimizer.step()
    rmse = torch.sqrt(F.mse_loss(out, y))
    return rmse.item(), gradient_norm, np.sqrt(((out - y) ** 2).mean().item())


@torch.no_grad()
def evaluate(x, y):
    return torch.sqrt(F.mse_loss(net(x), y)), (net(x) - y).pow(2).sum(-1).sqrt()


def of_targets(y):
    return torch.sqrt(torch.randn(3, 4).pow(2).sum(1)), y


def smooth_loss(out, y, width: float = 0.1):
    return (torch.sqrt((out - y) ** 2 + width**2) - width).mean()


def smooth_losses(x, y, steps):
    out = net(x)
    widths = torch.exp(-0.1 * torch.arange(steps))
    loss = smooth_loss(out, y) + smooth_loss(out, y, 0.5) + smooth_loss(out, y, widths[0])
    loss.backward()


smooth_losses(torch.rand(2, 4), torch.rand(2, 3), 3)


def chosen_by_its_own_numbers(x):
    squares = net(x).square().sum(1)
    length = torch.where(squares > 0, squares.sqrt(), torch.zeros_like(squares))  # where-masks-nan-forward-only's
    length.mean().backward()
