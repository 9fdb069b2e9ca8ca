"""What else the loss is used for, and what else goes into it."""

import torch
import torch.nn as nn
import torch.nn.functional as F


def together(z, y):
    a = F.nll_loss(F.softmax(z, dim=1), y)  # finding: holds probabilities, but `nll_loss` expects log-probabilities
    b = nn.NLLLoss(reduction="sum")(torch.sigmoid(z), y)  # finding: is the output of a sigmoid
    c = F.nll_loss(torch.tanh(z), y, ignore_index=0)  # finding: is the output of a tanh
    return a + b + c


def computed_after_the_last_layer(x, y, scale, bias):
    """Nobody here knows what these are."""
    fc = nn.Linear(8, 4)
    a = F.nll_loss(fc(x) - torch.logsumexp(fc(x), 1, keepdim=True), y)
    b = F.nll_loss(fc(x) * scale + bias, y)
    c = F.nll_loss(-torch.cdist(fc(x), bias).pow(2), y)
    d = F.nll_loss(x @ scale, y)
    return a + b + c + d


def read_off(z, y):
    """The loss picks the probability of the right class: a mean absolute error, a focal weight."""
    p = F.softmax(z, dim=1)
    error = 1 + F.nll_loss(p, y)
    chosen = -F.nll_loss(p, y, reduction="none")
    focal = (1 - chosen) ** 2 * F.nll_loss(F.log_softmax(z, dim=1), y, reduction="none")
    return error + focal.mean()


def perhaps_read_off(z, y):
    picked = F.nll_loss(F.softmax(z, dim=1), y, reduction="none")  # suspected: holds probabilities, but `nll_loss`
    return picked.abs().log().mean()


def one_of_two(z, y, fused):
    criterion = nn.CrossEntropyLoss() if fused else nn.NLLLoss()
    fc = nn.Linear(8, 4)
    return criterion(fc(z), y)


def random_numbers(y):
    """A test of the loss itself."""
    return F.nll_loss(torch.randn(4, 3), y)


def over_dimensions(z, y):
    return F.nll_loss(F.log_softmax(z, dim=1).transpose(1, 2), y) + F.nll_loss(F.logsigmoid(z), y)


@torch.no_grad()
def evaluate(model, loader):
    """The number that is reported is wrong as well."""
    head = nn.Linear(8, 4)
    total = 0.0
    for x, y in loader:
        total += F.nll_loss(head(model(x)), y, reduction="sum").item()  # finding: is raw layer output
    return total
