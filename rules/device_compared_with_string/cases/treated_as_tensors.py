"""Parameters that have a shape beside their device are tensors, as far as anybody can tell."""

import torch


def multiply(left, right):
    assert left.device != "cpu"  # suspected: `left.device != "cpu"` is always True
    return torch.empty(left.shape[0], right.shape[1], device=left.device)


def choose(options):
    if options.device == "cpu":
        return 0
    return options.workers


def zeros(options, count):
    if options.device == "cpu":
        count = min(count, 1000)
    return torch.zeros(count, dtype=options.dtype, device=options.device)
