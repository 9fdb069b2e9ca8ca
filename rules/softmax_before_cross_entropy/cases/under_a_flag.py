"""A softmax that is applied under a condition, before a loss that is reached either way."""

import torch
import torch.nn.functional as F
from torch import nn


class Chosen(nn.Module):
    def __init__(self, chosen=None):
        super().__init__()
        self.loss = nn.CrossEntropyLoss()
        self.chosen = chosen

    def forward(self, logits, labels):
        if self.chosen is not None:
            logits = logits[..., self.chosen]
            logits = logits.softmax(dim=-1)
        return self.loss(logits, labels)  # suspected: softmax if `self.chosen is not None`


def chosen(net: nn.Linear, x, labels, raw):
    out = net(x)
    out = out if raw else torch.softmax(out, -1)
    return F.cross_entropy(out, labels)  # suspected: `cross_entropy` applies


def asked_again(net: nn.Linear, x, labels, from_logits):
    out = net(x)
    if not from_logits:
        out = torch.softmax(out, -1)
    if from_logits:
        return F.cross_entropy(out, labels)
    return F.nll_loss(out.log(), labels)


def made_logits_again(net: nn.Linear, x, labels, calibrated):
    out = net(x)
    if calibrated:
        out = torch.softmax(out, -1) / 2
    if calibrated:
        out = out.log()
    return F.cross_entropy(out, labels)


def returned_before(net: nn.Linear, x, labels):
    out = net(x)
    if labels is None:
        return torch.softmax(out, -1)
    return F.cross_entropy(out, labels)


def reported(net: nn.Linear, x, labels, verbose):
    out = net(x)
    if verbose:
        print(torch.softmax(out, -1))
    return F.cross_entropy(out, labels)


class Net(nn.Module):
    def __init__(self, is_normalised=False):
        super().__init__()
        self.layer = nn.Linear(4, 2)
        self.is_normalised = is_normalised

    def forward(self, x):
        out = self.layer(x)
        return torch.softmax(out, -1) if self.is_normalised else out


def of_another_function(x, labels):
    return F.cross_entropy(Net()(x), labels)


class Normalised(nn.Module):
    def __init__(self, is_normalised=False):
        super().__init__()
        self.layer = nn.Linear(4, 2)
        self.is_normalised = is_normalised

    def forward(self, x):
        out = self.layer(x)
        if self.is_normalised:
            out = torch.softmax(out, -1)
        return out


def of_a_model(x, labels):
    net = Normalised(is_normalised=True)
    return F.cross_entropy(net(x), labels)  # finding: softmax if `self.is_normalised`


class Raw(nn.Module):
    def __init__(self, raw):
        super().__init__()
        self.layer = nn.Linear(4, 2)
        self.raw = raw

    def forward(self, x):
        out = self.layer(x)
        return out if self.raw else torch.softmax(out, -1)


def of_a_setting(x, labels, settings):
    net = Raw(settings.raw)
    return F.cross_entropy(net(x), labels)  # suspected: `cross_entropy` applies softmax itself


class Reporting(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        out = self.layer(x)
        return out if self.training else torch.softmax(out, -1)


def of_training(x, labels):
    return F.cross_entropy(Reporting()(x), labels)


def of_a_model_that_is_asked(x, labels):
    net = Normalised(is_normalised=True)
    if net.is_normalised:
        return F.nll_loss(net(x).log(), labels)
    return F.cross_entropy(net(x), labels)
