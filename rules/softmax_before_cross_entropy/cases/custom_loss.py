"""Losses of the file's own: some pass their input on to a cross entropy, some take probabilities."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 10)

    def forward(self, x):
        return self.fc(x).softmax(dim=1)


class FocalLoss(nn.Module):
    """Given to `Classifier`'s output only."""

    def forward(self, output, target):
        ce = F.cross_entropy(output, target, reduction="none")  # finding: `cross_entropy` applies softmax itself, but
        return ((1 - torch.exp(-ce)) ** 2 * ce).mean()


def focal(x, y):
    criterion = FocalLoss()
    return criterion(Classifier()(x), y)


class CrossEntropyLoss(nn.Module):
    """Takes probabilities; only its name is torch's."""

    def forward(self, p, target):
        picked = p.gather(1, target[:, None])
        return -(picked + 1e-8).log().mean()


def own(x, y):
    criterion = CrossEntropyLoss()
    return criterion(Classifier()(x), y)


def cross_entropy(p, one_hot):
    return -(one_hot * torch.log(p + 1e-8)).sum(1).mean()


def own_function(x, one_hot):
    return cross_entropy(Classifier()(x), one_hot)


def squared(x, one_hot):
    return nn.MSELoss()(Classifier()(x), one_hot)


def brier(z, one_hot):
    return ((F.softmax(z, dim=1) - one_hot) ** 2).sum(1).mean()


def dice(z, one_hot):
    p = F.softmax(z, dim=1)
    return 1 - 2 * (p * one_hot).sum() / (p.sum() + one_hot.sum() + 1e-6)


def segmentation(z, mask, one_hot):
    """Logits to the cross entropy, probabilities to the dice."""
    return F.cross_entropy(z, mask) + dice(z, one_hot)


def margin(z, y):
    return F.multi_margin_loss(F.softmax(z, dim=1), y)


def never_called(z):
    unused = nn.CrossEntropyLoss()
    return F.softmax(z, dim=1), unused
