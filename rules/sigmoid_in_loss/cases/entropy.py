"""The entropy of a gate: an epsilon is enough where the same number stands before the logarithm."""

import torch

EPS = 1e-6


def entropy(gate):
    m = gate.sigmoid()
    return (-m * torch.log(m + EPS) - (1 - m) * torch.log(1 - m + EPS)).mean()


def entropy_of_each(gate):
    m = torch.sigmoid(gate)
    on = m * (m + EPS).log()
    off = (1 - m) * (1 - m).clamp(min=EPS).log()
    return -(on + off).mean()


def without_epsilon(gate):
    m = gate.sigmoid()
    return -(m * torch.log(m)).mean()  # finding: `m` can round to 0, whose log is -inf


def of_the_other(gate):
    """What is left of 1 is large where the logarithm is."""
    m = gate.sigmoid()
    return -((1 - m) * torch.log(m + EPS)).mean()  # finding: no gradient
