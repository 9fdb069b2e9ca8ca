"""Masks that are cut, viewed, or combined in place: still conditions, where all that they are made of are."""

import torch
import torch.nn.functional as F
from torch import nn


class OfNearOnes(nn.Module):
    def __init__(self, farthest):
        super().__init__()
        self.farthest = farthest

    def forward(self, depth, truth):
        known = torch.isfinite(truth)
        known = known[:, 0]
        if self.farthest is not None:
            known *= truth[:, 0] < self.farthest
        return (depth - truth).abs().sum(1)[known].mean()  # suspected: can be empty


class OfPositives(nn.Module):
    def forward(self, scores, target):
        positive = target > 0
        print("of each", F.cross_entropy(scores, target, reduction="sum") / positive.sum())
        count = positive.data.long().sum()
        return F.cross_entropy(scores, target, reduction="sum") / count  # suspected: `count` can be 0


class Weighted(nn.Module):
    def forward(self, depth, truth):
        share = truth > 0
        share = share * 0.5
        rows = truth.long()[:, 0]
        return (depth - truth).abs()[rows].mean() + (depth - truth).abs().sum() / share.sum()


class DepthMetrics(nn.Module):
    def forward(self, depth, truth):
        known = truth > 0
        return (depth - truth)[known].abs().mean()
