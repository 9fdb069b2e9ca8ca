"""Fits points; the schedule is an attribute of the points that they know nothing of."""

import torch
from points import Points
from torch.optim import lr_scheduler


def fit(targets, steps, start_from):
    points = Points(len(targets))
    first = 0
    if start_from:
        parts, first = torch.load(start_from, weights_only=True)
        points.restore(parts)
    points.schedule = lr_scheduler.ExponentialLR(points.optimizer, gamma=0.97)
    for _ in range(first, steps):
        points.optimizer.zero_grad()
        (points.places - targets).square().mean().backward()
        points.optimizer.step()
        points.schedule.step()
    torch.save((points.captured(), steps), "points.pt")


fit(torch.rand(8, 3), 100, "")
