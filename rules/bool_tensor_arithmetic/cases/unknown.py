"""Comparisons of what may be numbers of Python, whose True + True is 2."""

import torch


def specificity(predicted, target):
    negatives = ((predicted == 0) + (target == 0)) == 2  # suspected: is always False for tensors
    return float(torch.sum(negatives)) / (float(torch.sum(target == 0)) + 1e-6)


def flags(rows: list[torch.Tensor], name: str, mode, other=None):
    given = (len(rows) == 1) + (rows[0].dim() == 2) == 2
    named = (name == "train") + (mode == "eval") == 2
    known = (other is None) + (mode in ("train", "eval")) == 2
    return given, named, known
