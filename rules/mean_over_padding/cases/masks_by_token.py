"""Losses that are set to 0 where a token is that of the padding."""

import torch
import torch.nn.functional as F
from torch import nn


def by_product(logits, targets, pad_id):
    loss = F.cross_entropy(logits.transpose(1, 2), targets, reduction="none")
    mask = (targets != pad_id).float()
    loss = loss * mask
    return loss.mean()  # finding: `mask`


def by_count(logits, targets, pad_id):
    loss = F.cross_entropy(logits.transpose(1, 2), targets, reduction="none")
    mask = (targets != pad_id).float()
    return (loss * mask).sum() / mask.sum()


def by_class(logits, targets, chosen):
    loss = F.cross_entropy(logits.transpose(1, 2), targets, reduction="none")
    mask = (targets != chosen).float()
    return (loss * mask).mean()


class OfSpectrograms(nn.Module):
    def __init__(self):
        super().__init__()
        self.distance = nn.L1Loss(reduction="none")

    def forward(self, made, wanted, lengths):
        is_pad = torch.arange(wanted.size(1))[None] >= lengths[:, None]
        loss = self.distance(made, wanted)
        loss = loss.masked_fill(is_pad.unsqueeze(-1), 0.0)
        return loss.mean()  # finding: `is_pad`

    def largest(self, made, wanted, is_pad):
        loss = self.distance(made, wanted)
        return loss.masked_fill(is_pad, float("-inf")).max(1)[0].mean()
