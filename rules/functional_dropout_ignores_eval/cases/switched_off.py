"""Dropouts below conditions on attributes, of which one is None in every object."""

import random

import torch
import torch.nn.functional as F
from torch import nn


class Masked(nn.Module):
    """Hides parts of a condition, should anybody switch it on."""

    def __init__(self, width, share=0.1):
        super().__init__()
        self.body = nn.Linear(width, width)
        self.most_hidden = None
        self.share = None
        if share:
            self.share = share

    def forward(self, x):
        if self.most_hidden is not None:
            hidden = random.uniform(0, self.most_hidden)
            x = F.dropout(x, hidden)
        if self.share is not None:
            x = F.dropout(x, self.share)  # finding: is active in eval mode too
        return self.body(x)


print(Masked(3).eval()(torch.ones(2, 3)))
