"""A clamp makes the loss finite but not its gradient right: outside the bounds it is exactly zero."""

import torch
import torch.nn.functional as F


def bce(logits, y):
    p = torch.clamp(torch.sigmoid(logits), 1e-7, 1 - 1e-7)
    return F.binary_cross_entropy(p, y)  # finding: sigmoid


def by_hand(logits):
    p = torch.sigmoid(logits).clamp(min=1e-7)
    return -torch.log(p).mean()  # finding: `p` has no gradient where its sigmoid rounds to 0 or 1


def by_hand_in_place(logits, eps):
    p = torch.sigmoid(logits)
    return -torch.log(p.clamp(min=eps)).mean()  # finding: has no gradient where its sigmoid rounds to 0 or 1


def clamped_from_above(logits):
    p = torch.sigmoid(logits)
    return -torch.log(p.clamp(max=1.0)).mean()  # finding: can round to 0, whose log is -inf
