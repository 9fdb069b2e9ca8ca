"""Models of which this file does not show what they give in eval mode."""

import torch
from torch import nn
from torch.nn import functional as F


class Plain(nn.Linear):
    pass


class ByMode(nn.Linear):
    def forward(self, x):
        out = super().forward(x)
        return out if self.training else out.sigmoid()


def made(name):
    return globals()[name](4, 1)


def plain():
    model = made("Plain")
    model.train()
    x, y = torch.randn(64, 4) * 5, torch.randint(0, 2, (64, 1)).float()
    F.binary_cross_entropy_with_logits(model(x), y).backward()
    model.eval()
    print((model(x) > 0.5).sum())  # suspected: `model(x)` holds logits


def by_mode():
    model = made("ByMode")
    model.train()
    x, y = torch.randn(64, 4) * 5, torch.randint(0, 2, (64, 1)).float()
    F.binary_cross_entropy_with_logits(model(x), y).backward()
    model.eval()
    print((model(x) > 0.5).sum())  # suspected: `model(x)` holds logits  # refuted


torch.manual_seed(0)
plain()
by_mode()
