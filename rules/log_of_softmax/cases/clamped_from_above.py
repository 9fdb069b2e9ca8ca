"""A clamp that only has an upper limit leaves probabilities of 0, whose logarithm is -inf."""

import torch


def limited(x):
    return torch.log(torch.clamp(x.softmax(1), max=1.0))  # finding: can underflow to 0


def limited_by_method(x):
    return x.softmax(1).clamp(max=1.0).log()  # finding: can underflow to 0


def raised(x):
    return torch.log(torch.clamp(x.softmax(1), 1e-8, 1.0))  # finding: has no gradient where the clamp raises
