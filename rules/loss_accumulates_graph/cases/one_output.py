"""Sums of outputs that are one prediction, beside running totals over the batches of a validation."""

import torch
import torch.nn.functional as F
from torch import nn


class Scenes:
    def __init__(self, scales):
        self.scales = scales

    def predict(self, model, picture):
        summed = torch.zeros(1, 3, 8, 8)
        for scale in self.scales:
            scores = model(F.interpolate(picture, scale_factor=scale))
            summed += F.interpolate(scores, size=(8, 8))
        return summed

    def predict_by_rows(self, model, picture):
        summed = torch.zeros(1, 3, 8, 8)
        for row in range(8):
            summed[:, :, row : row + 1] += model(picture[:, :, row : row + 1])
        return summed

    def judge(self, model, rows, labels):
        total = 0.0
        for one, label in zip(rows, labels):
            total += F.cross_entropy(model(one), label)  # suspected: `total` keeps the graph
        return total / len(rows)


def mean_over_views(model, views):
    scores = model(views[0])
    for i in range(1, len(views)):
        scores += model(views[i])
    return scores / len(views)


class Learner:
    def __init__(self):
        self.task = 0
        self.net = nn.Linear(4, 3)

    def train(self, loader, optimizer):
        extras, plain = 0.0, 0.0
        for rows, labels in loader:
            loss, extra = F.cross_entropy(self.net(rows), labels), 0.0
            if self.task:
                extra = self.net(rows).pow(2).mean()
            total = loss + extra
            optimizer.zero_grad()
            total.backward()
            optimizer.step()
            extras += extra.item() if self.task else extra
            plain += loss  # finding: `plain` keeps the graph of every `loss` alive
        return extras, plain
