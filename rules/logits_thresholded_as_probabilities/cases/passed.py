"""Functions that compare what they are given with a probability, and what they are given."""

import torch
import torch.nn.functional as F
from torch import nn


def accuracy(scores, labels):
    return ((scores > 0.5) == labels).float().mean()


def share_above(scores, threshold=0.5):
    return (scores >= threshold).float().mean()


def share_above_its_mean(scores):
    scores = scores - scores.mean()
    return (scores > 0.5).float().mean()


def positives(scores):
    return (scores > 0.0).float().mean()


def train(model: nn.Module, x, labels):
    out = model(x)
    loss = F.binary_cross_entropy_with_logits(out, labels)
    right = accuracy(out, labels)  # finding: `out` holds logits, so 0.5 is not a probability here
    above = share_above(out)  # finding: `out` holds logits
    below = share_above(out, 0.2)
    high = share_above(out, threshold=2.0)
    other = share_above_its_mean(out), positives(out)
    return loss, right, above, below, high, other


def evaluate(model: nn.Module, x, labels):
    out = model(x)
    loss = F.binary_cross_entropy_with_logits(out, labels)
    return loss, accuracy(torch.sigmoid(out), labels), accuracy(labels, labels)
