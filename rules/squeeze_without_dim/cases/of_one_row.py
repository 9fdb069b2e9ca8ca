"""What a run shows that reading does not: what comes in is a single row, or a batch of one."""

import torch
from torch import nn

net = nn.Linear(4, 1)
sizes = [4]


def of_a_row(row):
    return net(row).squeeze()  # suspected: also removes the batch dimension # refuted


def of_a_batch(rows):
    return net(rows).squeeze()  # suspected: also removes the batch dimension


def of_a_known_row(row):
    return net(row).squeeze()  # its only caller gives one dimension


print(of_a_row(torch.rand(*sizes)), of_a_batch(torch.rand(1, 4)), of_a_known_row(torch.rand(4)))
