"""Masks made of zeros with ones where a condition holds, and limits of a count that let 0 through."""

import numpy as np
import torch
from torch import nn

net = nn.Linear(8, 5)


def along_edges(rows, maps, width):
    edges = np.zeros(maps.shape)
    for number in range(len(maps)):
        edge = edges[number]
        edge[np.where(maps[number] > width)] = 1
        edges[number] = edge
    weights = torch.tensor(edges).float().cuda()
    errors = weights * net(rows).abs()
    return ((errors.sum(dim=1)) / weights.sum(dim=1)).mean()  # suspected: `weights.sum(dim=1)` can be 0 for a row


def at_high_scores(rows, scores):
    chosen = torch.zeros_like(scores)
    chosen[scores > 0.9] = 1.0
    return (net(rows) * chosen).sum() / chosen.sum()  # suspected: `chosen.sum()` can be 0


def of_each(rows, scores):
    errors, chosen, filled = net(rows), torch.zeros_like(scores), torch.zeros_like(scores)
    chosen[scores > 0.9] = 1.0
    chosen[:, 0] = 1.0
    filled[scores > 0.9] = 1.0
    filled.add_(1.0)
    return (errors * chosen).sum() / chosen.sum() + (errors * filled).sum() / filled.sum()


def limited(rows, labels):
    errors, known = net(rows).amax(1), labels != -100
    loss = (errors * known).sum() / max(known.sum(), 0)  # finding: `max(known.sum(), 0)` can be 0
    loss = loss + (errors * known).sum() / known.sum().clamp(min=0)  # finding: can be 0
    loss = loss + (errors * known).sum() / max(1, known.sum())
    return loss + (errors * known).sum() / known.sum().clamp(min=1e-6) + (errors * known).sum() / max(known.sum(), 0.5)


def train(rows, maps, scores, labels):
    loss = along_edges(rows, maps, 0.1) + at_high_scores(rows, scores)
    (loss + of_each(rows, scores) + limited(rows, labels)).backward()
