"""Means of the probabilities of what a mask selects: a softmax of no rows has no rows."""

import torch
from torch import nn

net = nn.Linear(4, 3)


def evenly(x, y):
    probabilities = net(x)[y > 0].softmax(dim=-1)
    mean = probabilities.mean(dim=0, keepdim=True)  # finding: `probabilities` can be empty
    (mean * mean.log()).sum().backward()


def entropy(x, y):
    kept = torch.log_softmax(net(x)[y > 0], dim=-1)
    (-kept.exp() * kept).mean().backward()  # finding: can be empty


def of_each_row(x, y):
    probabilities = net(x)[y > 0].softmax(dim=-1)
    probabilities.std(dim=1, keepdim=True).sum().backward()


def of_all(x):
    mean = net(x).softmax(dim=-1).mean(dim=0, keepdim=True)
    (mean * mean.log()).sum().backward()


def looked_at(x, y):
    kept = y > 0
    if kept.any():
        net(x)[kept].softmax(dim=-1).mean(dim=0, keepdim=True).max().backward()
