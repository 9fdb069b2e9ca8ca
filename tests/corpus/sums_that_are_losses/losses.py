"""Losses that are sums, of which one is differentiated, in another file."""

import torch
import torch.nn.functional as F


def pyramid_loss(outputs, target):
    total = 0
    for output in outputs:
        total = total + F.l1_loss(output, target)
    return total


def weighted(parts, weights):
    return sum(weights[name] * part for name, part in parts.items())


class MultiTask:
    def __init__(self):
        self.total = 0
        self.parts = []

    def add(self, loss):
        self.total = self.total + loss
        self.parts.append(loss)

    def pop(self):
        total, self.total, self.parts = self.total, 0, []
        return total


class RunningTotal:
    def __init__(self):
        self.total = 0

    def add(self, loss):
        self.total += loss

    def report(self, steps):
        return float(self.total) / steps
