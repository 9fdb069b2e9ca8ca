"""A sigmoid that is applied under a condition, before a loss that is reached either way."""

import torch
import torch.nn.functional as F
from torch import nn


def squashed(net: nn.Linear, x, wanted, limited):
    out = net(x)
    if limited:
        out = torch.sigmoid(out)
    return F.binary_cross_entropy_with_logits(out, wanted)  # suspected: `binary_cross_entropy_with_logits`


def by_kind(net: nn.Linear, x, wanted, limited):
    out = net(x)
    if limited:
        out = torch.sigmoid(out)
    return F.binary_cross_entropy(out, wanted) if limited else F.binary_cross_entropy_with_logits(out, wanted)
