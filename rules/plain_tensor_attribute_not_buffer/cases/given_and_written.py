"""Tensors of lists that constructors are given, queues that are written into, and schedules of functions."""

import math

import torch
from torch import nn


class Boxes(nn.Module):
    def __init__(self, anchors, stride):
        super().__init__()
        self.anchors = torch.tensor(anchors)  # finding: does not move with the model
        self.stride = torch.tensor(stride)  # a single number computes with tensors anywhere

    def forward(self, x):
        sizes = self.anchors.reshape(1, 3, 2)
        return x * sizes * self.stride


class Queue(nn.Module):
    def __init__(self, width, length):
        super().__init__()
        self.net = nn.Linear(width, width)
        self.queue = torch.randn(width, length)  # finding: does not move with the model
        self.register_buffer("kept", torch.randn(width, length))

    def push(self, rows):
        self.queue[:, : len(rows)] = rows.t()
        self.kept[:, : len(rows)] = rows.t()

    def forward(self, x):
        rows = self.net(x)
        scores = rows @ self.queue.clone() + rows @ self.kept.clone()
        self.push(rows.detach())
        return scores


def noise_levels(steps):
    x = torch.linspace(0, steps, steps + 1)
    level = torch.cos(x / steps * math.pi / 2) ** 2
    level = level / level[0]
    return (1 - level[1:] / level[:-1]).clamp(0, 0.999)


class Diffusion(nn.Module):
    def __init__(self, net, steps):
        super().__init__()
        self.net = net
        levels = noise_levels(steps)
        alphas = 1 - levels
        self.kept = alphas.cumprod(0)  # finding: does not move with the model
        self.register_buffer("levels", levels)

    def forward(self, x, t):
        return self.net(self.kept[t].view(-1, 1) * x + self.levels[t].view(-1, 1))


device = "cuda" if torch.cuda.is_available() else "cpu"
boxes = Boxes([[1.0, 2.0], [2.0, 1.0], [1.5, 1.5]], 8.0).to(device)
queue = Queue(4, 16).to(device)
diffusion = Diffusion(nn.Linear(4, 4), 10).to(device)
print(boxes(torch.randn(2, 3, 2)), queue(torch.randn(2, 4)), diffusion(torch.randn(2, 4), torch.tensor([1, 2])))
