"""Functions that are not followed, because too many calls lead to them."""

import torch
import torch.nn.functional as F
from torch import nn

trained = []


def doubled(x):
    return 2 * x


def cleared(x):
    for model in trained:
        model.zero_grad()
    return x


def first(x, last):
    return second(x, last)


def second(x, last):
    return third(x, last)


def third(x, last):
    return fourth(x, last)


def fourth(x, last):
    return fifth(x, last)


def fifth(x, last):
    return sixth(x, last)


def sixth(x, last):
    return seventh(x, last)


def seventh(x, last):
    return eighth(x, last)


def eighth(x, last):
    return ninth(x, last)


def ninth(x, last):
    return tenth(x, last)


def tenth(x, last):
    return eleventh(x, last)


def eleventh(x, last):
    return twelfth(x, last)


def twelfth(x, last):
    return last(x)


def fit_doubled(rows):
    net = nn.Linear(8, 1)
    trained.append(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(first(x, doubled)), y).backward()
        optimizer.step()  # finding: applies the gradients of all earlier steps again


def fit_cleared(rows):
    net = nn.Linear(8, 1)
    trained.append(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(first(x, cleared)), y).backward()
        optimizer.step()
