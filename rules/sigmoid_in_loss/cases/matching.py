"""Costs by which predictions are matched to targets: nothing flows back through them."""

import torch
import torch.nn as nn
from scipy.optimize import linear_sum_assignment


class HungarianMatcher(nn.Module):
    def __init__(self, alpha=0.25):
        super().__init__()
        self.alpha = alpha

    @torch.no_grad()
    def forward(self, logits, labels):
        p = logits.sigmoid()
        near = -self.alpha * (p + 1e-8).log() * (1 - p) ** 2
        far = -(1 - self.alpha) * (1 - p + 1e-8).log() * p**2
        cost = near[:, labels] - far[:, labels]
        return linear_sum_assignment(cost.cpu())


def cost_of(logits):
    with torch.no_grad():
        p = logits.sigmoid()
        cost = -(p + 1e-8).log() * (1 - p) ** 2
    return cost


class PairCost:
    """A cost for each prediction and each target, made by a registry: nothing shows whether a gradient comes back."""

    def __init__(self, gamma=2.0, eps=1e-12):
        self.gamma, self.eps = gamma, eps

    def __call__(self, logits, labels):
        p = logits.sigmoid()
        far = -(1 - p + self.eps).log() * p.pow(self.gamma)  # suspected: its sigmoid rounds to 0 or 1
        near = -(p + self.eps).log() * (1 - p).pow(self.gamma)  # suspected: its sigmoid rounds to 0 or 1
        return near[:, labels] - far[:, labels]


class MaskCost(PairCost):
    """A cost for each mask and each target's."""

    def __call__(self, logits, masks):
        p = logits.sigmoid()
        near = -(p + self.eps).log() * (1 - p).pow(self.gamma)  # suspected: its sigmoid rounds to 0 or 1
        return torch.einsum("nc,mc->nm", near, masks)


class MaskLoss(PairCost):
    """The same with one target for each mask."""

    def __call__(self, logits, masks):
        p = logits.sigmoid()
        near = -(p + self.eps).log() * (1 - p).pow(self.gamma)  # finding: its sigmoid rounds to 0 or 1
        return torch.einsum("nc,nc->n", near, masks).mean()


class PointLoss:
    """The same numbers, one for each point."""

    def __init__(self, eps=1e-12):
        self.eps = eps

    def __call__(self, logits, labels):
        p = logits.sigmoid()
        near = -(p + self.eps).log() * (1 - p) ** 2  # finding: its sigmoid rounds to 0 or 1
        return near[:, 0].mean() + near[range(len(labels)), labels].mean()
