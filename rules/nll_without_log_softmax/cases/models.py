"""Models of this file by what their forward ends with."""

from collections import OrderedDict

import torch
import torch.nn as nn
import torch.nn.functional as F


class Plain(nn.Module):
    def __init__(self, logged=False):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.fc = nn.Linear(8, 4)
        self.logged = logged

    def forward(self, x):
        x = F.relu(self.conv(x)).mean((2, 3))
        return self.fc(x)


class Logged(Plain):
    def forward(self, x):
        return F.log_softmax(super().forward(x), dim=1)


class LoggedByModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)
        self.out = nn.LogSoftmax(dim=1)

    def forward(self, x):
        return self.out(self.fc(x))


class Probabilities(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        return F.softmax(self.fc(x), dim=-1)


class Rectified(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        return F.relu(self.fc(x))


class Exchanged(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        return self.fc(x)


class Either(nn.Module):
    """Log-probabilities to learn from, logits to predict with."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        z = self.fc(x)
        return F.log_softmax(z, 1) if self.training else z


class Segmenter(nn.Module):
    """A class for each pixel."""

    def __init__(self):
        super().__init__()
        self.head = nn.Conv2d(8, 5, 1)

    def forward(self, x):
        return self.head(x)


def wrong(x, y):
    criterion = nn.NLLLoss()
    a = F.nll_loss(Plain()(x), y)  # finding: is raw layer output
    b = criterion(Plain()(x), y)  # finding: is raw layer output
    c = criterion(Probabilities()(x), y)  # finding: holds probabilities, but `NLLLoss` expects log-probabilities
    d = criterion(Rectified()(x), y)  # finding: is the output of a relu, but `NLLLoss` expects log-probabilities
    e = F.nll_loss(Segmenter()(x), y)  # finding: is raw layer output
    f = F.nll_loss(nn.DataParallel(Plain())(x).squeeze(1), y)  # finding: is raw layer output
    return a + b + c + d + e + f


def right(x, y):
    criterion = nn.NLLLoss()
    a = F.nll_loss(Logged()(x), y)
    b = criterion(LoggedByModule()(x), y)
    c = criterion(Either()(x), y)
    d = F.nll_loss(F.log_softmax(Segmenter()(x), dim=1), y)
    e = F.nll_loss(torch.log(Probabilities()(x)), y)
    f = F.cross_entropy(Plain()(x), y)
    return a + b + c + d + e + f


def sequentials(x, y, logged):
    wrong = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
    a = F.nll_loss(wrong(x), y)  # finding: is raw layer output
    right = nn.Sequential(nn.Linear(8, 4), nn.LogSoftmax(dim=1))
    b = F.nll_loss(right(x), y)
    named = nn.Sequential(OrderedDict([("fc", nn.Linear(8, 4)), ("out", nn.LogSoftmax(dim=1))]))
    c = F.nll_loss(named(x), y)
    appended = nn.Sequential(nn.Linear(8, 4))
    appended.append(nn.LogSoftmax(dim=1))
    d = F.nll_loss(appended(x), y)
    extended = nn.Sequential(nn.Linear(8, 4))
    extended.extend([nn.LogSoftmax(dim=1)])
    e = F.nll_loss(extended(x), y)
    added = nn.Sequential(nn.Linear(8, 4))
    added.add_module("out", nn.LogSoftmax(dim=1))
    f = F.nll_loss(added(x), y)
    exchanged = nn.Sequential(nn.Linear(8, 4), nn.Linear(4, 4))
    exchanged[1] = nn.LogSoftmax(dim=1)
    g = F.nll_loss(exchanged(x), y)
    layers = [nn.Linear(8, 4)]
    if logged:
        layers.append(nn.LogSoftmax(dim=1))
    h = F.nll_loss(nn.Sequential(*layers)(x), y)
    backwards = [nn.LogSoftmax(dim=1)]
    backwards.insert(0, nn.Linear(8, 4))
    i = F.nll_loss(nn.Sequential(*backwards)(x), y)
    return a + b + c + d + e + f + g + h + i


def exchanged_head(x, y):
    model = LoggedByModule()
    model.out = nn.Identity()
    a = F.nll_loss(model(x), y)
    other = Exchanged()
    other.fc = nn.Sequential(nn.Linear(8, 4), nn.LogSoftmax(dim=1))
    return a + F.nll_loss(other(x), y)


def unknown(model, x, y, criterion):
    return F.nll_loss(model(x), y) + criterion(model(x), y) + nn.NLLLoss()(torch.load("model.pt")(x), y)
