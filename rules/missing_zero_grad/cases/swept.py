"""Trainings one after the other: each has its own optimizer, and a `while` loop of many steps."""

import torch
import torch.nn.functional as F
from torch import nn


def sweep(batches, rates):
    for rate in rates:
        net = nn.Linear(8, 1)
        optimizer = torch.optim.SGD(net.parameters(), lr=rate)
        done = 0
        while done < 100:
            x, y = next(batches)
            F.mse_loss(net(x), y).backward()
            optimizer.step()  # finding: applies the gradients of all earlier steps again
            done += 1


def sweep_and_clear(batches, rates):
    for rate in rates:
        net = nn.Linear(8, 1)
        optimizer = torch.optim.SGD(net.parameters(), lr=rate)
        done = 0
        while done < 100:
            x, y = next(batches)
            optimizer.zero_grad()
            F.mse_loss(net(x), y).backward()
            optimizer.step()
            done += 1
