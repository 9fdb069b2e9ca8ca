"""Fits lines at a constant rate; the schedule is that of a network beside them, which starts over on purpose."""

import torch
from lines import Lines
from torch import nn
from torch.optim import lr_scheduler


def fit(targets, steps, start_from):
    lines, net = Lines(len(targets)), nn.Linear(3, 3)
    if start_from:
        lines.restore(torch.load(start_from, weights_only=True))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    schedule = lr_scheduler.ExponentialLR(optimizer, gamma=0.97)
    for _ in range(steps):
        lines.optimizer.zero_grad()
        optimizer.zero_grad()
        (net(lines.places) - targets).square().mean().backward()
        lines.optimizer.step()
        optimizer.step()
        schedule.step()
    torch.save(lines.captured(), "lines.pt")


fit(torch.rand(8, 3), 100, "")
