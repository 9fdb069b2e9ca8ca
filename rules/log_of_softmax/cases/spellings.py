"""The ways in which a softmax and a logarithm come together."""

import torch
import torch as t
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.functional import softmax


def together(z):
    a = torch.log(torch.softmax(z, dim=-1))  # finding: use `log_softmax`
    b = F.softmax(z, dim=1).log()  # finding: `F.softmax(z, dim=1)` can underflow to 0, whose logarithm is -inf; use
    c = t.log(softmax(z, 1))  # finding: `softmax(z, 1)` can underflow to 0, whose logarithm is -inf; use
    d = z.softmax(-1).log()  # finding: `z.softmax(-1)` can underflow to 0, whose logarithm is -inf; use `log_softmax`
    e = torch.log(nn.Softmax(dim=1)(z))  # finding: `nn.Softmax(dim=1)(z)` can underflow to 0, whose logarithm is -inf; use `log_softmax`
    f = torch.log2(torch.softmax(z, -1))  # finding: `torch.softmax(z, -1)` can underflow to 0, whose logarithm is -inf; use
    g = torch.softmax(z, -1).log10()  # finding: `torch.softmax(z, -1)` can underflow to 0, whose logarithm is -inf; use
    h = torch.log(torch.special.softmax(z, 0))  # finding: `torch.special.softmax(z, 0)` can underflow to
    return a + b + c + d + e + f + g + h


def with_something_between(z, action, keep):
    a = torch.log(F.softmax(z, dim=1) + 1e-9)  # finding: leaves almost no gradient
    b = torch.log(1e-9 + F.softmax(z, dim=1))  # finding: leaves almost no gradient
    c = torch.log(F.softmax(z, dim=1).clamp(min=1e-7))  # finding: has no gradient where the clamp raises
    d = F.softmax(z, dim=1).gather(1, action).squeeze().log()  # finding: `F.softmax(z, ...).gather(...).squeeze()` can underflow to 0, whose
    e = torch.log(F.softmax(z, dim=1)[keep, action])  # finding: action]` can underflow to 0, whose logarithm is
    f = torch.log(F.softmax(z, dim=1).clamp(max=1 - 1e-7))  # finding: can underflow to 0, whose logarithm is
    return a.sum() + b.sum() + c.sum() + d.sum() + e.sum() + f.sum()


def through_names(z, eps=1e-10):
    p = F.softmax(z, dim=1)
    first = torch.log(p)  # finding: is -inf; use `log_softmax`
    q = torch.softmax(z, dim=0) + eps
    second = q.log()  # finding: `q` leaves almost no gradient where the probability is small
    return first + second


def over_several_lines(z, y):
    loss = F.nll_loss(
        torch.log(
            torch.softmax(z, dim=1),  # finding: `torch.softmax(z, dim=1)` can underflow to 0, whose logarithm is -inf; use
        ),
        y,
    )
    return loss


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)
        self.softmax = nn.Softmax(dim=1)

    def forward(self, x):
        return self.softmax(self.fc(x))

    def loss(self, x, y):
        z = self.fc(x)
        return F.nll_loss(self.softmax(z).log(), y)  # finding: `self.softmax(z)` can underflow to 0, whose logarithm is


class LastOfSequential(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4), nn.Softmax(dim=1))

    def forward(self, x):
        return self.layers(x)


def of_models(x, y):
    model = Classifier()
    first = F.nll_loss(torch.log(model(x)), y)  # finding: `model(x)` can
    other = LastOfSequential()
    p = other(x)
    second = -torch.log(p + 1e-8).mean()  # finding: `p + 1e-8` leaves almost no gradient where the
    return first + second


def negative_log(p, y):
    """Given a softmax by one caller."""
    return -(y * torch.log(p)).sum()  # finding: is -inf; use `log_softmax`


def caller(z, y):
    return negative_log(torch.softmax(z, 1), y)


def epsilon_before(logits, labels):
    raised = F.softmax(logits, dim=1) + 1e-7
    floored = F.softmax(logits, dim=1).clamp(min=1e-7)
    loss = -(torch.log(raised) * labels).sum()  # finding: leaves almost no gradient where the probability is small
    loss = loss - (floored.log() * labels).sum()  # finding: has no gradient where the clamp raises a small probability
    return loss - (raised * raised.log()).sum()


def of_positive_pairs(scores):
    chosen = scores.softmax(1).diag()
    return -chosen.log().mean()  # finding: can underflow to 0, whose logarithm is -inf
