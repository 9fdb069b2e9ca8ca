"""A softmax in an `if`: the loss gets its result on one way, unless the loss is computed on the other one only."""

import torch
import torch.nn.functional as F
from torch import nn


class Rewards(nn.Module):
    def __init__(self, chosen=None):
        super().__init__()
        self.loss = nn.CrossEntropyLoss()
        self.chosen = chosen

    def forward(self, logits, labels):
        if self.chosen is not None:
            logits = logits[..., self.chosen]
            logits = logits.softmax(dim=-1)
        return self.loss(logits, labels)  # suspected: its input is the output of a softmax


def where_asked_again(scores, labels, wants_probabilities):
    if wants_probabilities:
        scores = F.softmax(scores, dim=1)
    if not wants_probabilities:
        return F.cross_entropy(scores, labels)
    return scores


def where_it_ends(scores, labels, wants_probabilities):
    if wants_probabilities:
        scores = F.softmax(scores, dim=1)
        return scores
    return F.cross_entropy(scores, labels)


def with_its_logarithm(scores, labels, smooth):
    if smooth:
        scores = F.softmax(scores, dim=1)
        scores = torch.log(scores + 1e-3)
    return F.cross_entropy(scores, labels)


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, x, labels=None):
        scores = self.layer(x)
        if not self.training:
            scores = scores.softmax(1)
        return scores if labels is None else F.cross_entropy(scores, labels)
