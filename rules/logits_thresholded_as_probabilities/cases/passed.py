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


class Counter:
    def __init__(self):
        self.right = 0

    def update(self, scores, labels):
        self.right += (scores.ge(0.5) == labels).sum().item()

    def update_by_zero(self, scores, labels):
        self.right += (torch.ge(scores, 0.0) == labels).sum().item()

    def update_by_function(self, scores, labels):
        self.right += (torch.ge(scores, 0.5) == labels).sum().item()


def train_with_a_counter(model: nn.Module, loader, optimizer):
    counter = Counter()
    for x, labels in loader:
        out = model(x)
        loss = F.binary_cross_entropy_with_logits(out, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        counter.update(out.detach(), labels)  # finding: `out.detach()` holds logits, so 0.5 is not a probability here
        counter.update_by_function(out.detach().cpu(), labels)  # finding: holds logits
        counter.update_by_zero(out.detach(), labels)
        counter.update(out.detach().sigmoid(), labels)
    return counter.right
