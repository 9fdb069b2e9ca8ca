"""Masks that a batch, or an object, has under an attribute; the losses are computed of what nobody shows."""

import torch
import torch.nn.functional as F
from torch import nn


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 4)

    def forward(self, batch):
        rows = self.inner(batch.rows)
        mask = batch.mask_padding[:, 3]
        return F.mse_loss(rows[mask], batch.target[mask])  # suspected: `rows[mask]` can be empty, which makes the loss


class Masking:
    """A callback: it masks each batch anew, and its loss is handed on as a function."""

    def __init__(self, length):
        self.valid = torch.arange(8) < length

    def before_fit(self):
        self.learner.loss_func = self._loss

    def before_forward(self):
        self.mask = (torch.rand(4, 8) < 0.4).bool()

    def _loss(self, predicted, target):
        loss = ((predicted - target) ** 2).mean(dim=-1)
        loss = (loss * self.mask).sum() / self.mask.sum()  # suspected: `self.mask.sum()` can be 0
        return loss

    def _loss_of_the_first(self, predicted, target):
        loss = ((predicted - target) ** 2).mean(dim=-1)
        return (loss * self.valid).sum() / self.valid.sum()

    def _accuracy(self, predicted, target):
        right = (predicted.argmax(-1) == target).float()
        return (right * self.mask).sum() / self.mask.sum()


class LookedAt(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 4)

    def forward(self, batch):
        rows = self.inner(batch.rows)
        mask = batch.mask_padding[:, 3]
        return F.mse_loss(rows[mask], batch.target[mask]) if mask.any() else rows.sum() * 0
