"""Logits for the loss and probabilities for the caller: which of the two reaches the loss decides."""

import torch
import torch.nn as nn
import torch.nn.functional as F

criterion = nn.BCEWithLogitsLoss()


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 1)

    def forward(self, x):
        logits = self.fc(x)
        return logits, torch.sigmoid(logits)


def right_one(x, y):
    logits, p = TwoHeads()(x)
    return criterion(logits, y), (p > 0.5).float()


def wrong_one(x, y):
    logits, p = TwoHeads()(x)
    return criterion(p, y), logits  # finding: `BCEWithLogitsLoss` applies a sigmoid itself, but `p` holds


def by_index(x, y):
    out = TwoHeads()(x)
    return criterion(out[0], y)


def wrong_index(x, y):
    out = TwoHeads()(x)
    return criterion(out[1], y)  # finding: `BCEWithLogitsLoss` applies a sigmoid itself, but `out[1]` holds


class Switch(nn.Module):
    """Probabilities are asked for; the default are logits."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 1)

    def forward(self, x, probabilities=False):
        out = self.fc(x)
        return out.sigmoid() if probabilities else out


def default(x, y):
    return criterion(Switch()(x), y)


def asked_for(x, y):
    return criterion(Switch()(x, probabilities=True), y)  # finding: sigmoid


class EvalOnly(nn.Module):
    """Squashes what it returns to users, not what it returns to training."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 1)

    def forward(self, x):
        out = self.fc(x)
        if self.training:
            return out
        return torch.sigmoid(out)


def train(x, y):
    model = EvalOnly()
    model.train()
    return criterion(model(x), y)


def deep_supervision(x, masks):
    """The first of a list of heads is not squashed."""
    heads = nn.ModuleList([nn.Linear(8, 1), nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())])
    return F.binary_cross_entropy_with_logits(heads[0](x), masks)
