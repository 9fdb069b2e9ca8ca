"""A hook of the optimizer clears the gradients after each step, or only counts the steps."""

import torch
import torch.nn.functional as F
from torch import nn


def cleared(rows, epochs):
    net = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.register_step_post_hook(lambda stepped, *given: stepped.zero_grad())
    for _ in range(epochs):
        optimizer.zero_grad()
        for x, y in rows:
            F.mse_loss(net(x), y).backward()
            optimizer.step()


def counted(rows, epochs, counts):
    net = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.register_step_post_hook(lambda stepped, *given: counts.append(1))
    for _ in range(epochs):
        optimizer.zero_grad()
        for x, y in rows:
            F.mse_loss(net(x), y).backward()
            optimizer.step()  # finding: applies old gradients again
