"""A file that its author has not finished: what it can't say, nobody asks."""

import torch


def half_net():
    return torch.nn.Softmax(dim=1)


def finish(loss:  # finding: never closed
    loss.backward()
