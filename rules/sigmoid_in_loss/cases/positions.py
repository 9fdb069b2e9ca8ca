"""A model that returns logits and probabilities side by side: which of the two reaches the loss decides."""

from typing import NamedTuple

import torch
import torch.nn as nn
import torch.nn.functional as F


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 1)

    def forward(self, x):
        logits = self.fc(x)
        return logits, torch.sigmoid(logits)


def right_one(x, y):
    logits, p = Both()(x)
    return F.binary_cross_entropy_with_logits(logits, y), (p > 0.5).float()


def wrong_one(x, y):
    _, p = Both()(x)
    return F.binary_cross_entropy(p, y)  # finding: sigmoid


def by_index(x, y):
    out = Both()(x)
    return F.binary_cross_entropy(out[1], y)  # finding: sigmoid


def first_by_index(x, y):
    return F.binary_cross_entropy_with_logits(Both()(x)[0], y)


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 1)

    def forward(self, x):
        logits = self.fc(x)
        return {"logits": logits, "p": logits.sigmoid()}


def right_key(x, y):
    out = Named()(x)
    return F.binary_cross_entropy_with_logits(out["logits"], y)


def wrong_key(x, y):
    out = Named()(x)
    return F.binary_cross_entropy(out["p"], y)  # finding: sigmoid


class Output(NamedTuple):
    logits: torch.Tensor
    p: torch.Tensor


class Typed(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 1)

    def forward(self, x) -> Output:
        logits = self.fc(x)
        return Output(logits, torch.sigmoid(logits))


def right_field(x, y):
    out = Typed()(x)
    return F.binary_cross_entropy_with_logits(out.logits, y)
