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
