"""What a run shows that reading does not: what comes in is a single row, or a batch of one."""

import torch
from torch import nn

net = nn.Linear(4, 1)


def of_a_row(row):
    return net(row).squeeze()  # suspected: also removes the batch dimension # refuted


def of_a_batch(rows):
    return net(rows).squeeze()  # suspected: also removes the batch dimension


print(of_a_row(torch.rand(4)), of_a_batch(torch.rand(1, 4)))
