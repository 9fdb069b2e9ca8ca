"""Masks that come with the data: in a batch, by its key, through a function that converts them."""

import torch
from torch import nn


def padded(lengths, longest):
    return torch.arange(longest)[None] < lengths[:, None]


def learn(model, optimizer, batch, check):
    mask = batch["filled"][:, :-1].float()
    mask[:, 1:] = mask[:, 1:] * (1 - batch["ended"][:, :-1].float())
    errors = model(batch["rows"]) - batch["targets"]
    mask = mask.expand_as(errors)
    loss = (errors.pow(2) * mask).sum() / mask.sum()  # suspected: `mask.sum()` can be 0, which makes the loss NaN
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def step(model, optimizer, sample, settings):
    rows, active_masks_batch = sample
    active_masks_batch = check(active_masks_batch).to(**settings)
    loss = (model(rows) * active_masks_batch).sum() / active_masks_batch.sum()  # suspected: can be 0
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def check(given):
    return torch.from_numpy(given)


def epoch(model, optimizer, loader):
    for rows, is_masked in loader:
        valid_places = is_masked.flatten(1)
        loss = (model(rows) * valid_places).sum() / valid_places.sum()  # suspected: `valid_places.sum()` can be 0
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def of_lengths(model, optimizer, rows, lengths):
    mask = padded(lengths, rows.shape[1])  # each sentence has a first word
    loss = (model(rows) * mask).sum() / mask.sum().clamp(min=1)
    every_mask = torch.ones(4)
    loss = loss + (model(rows) * every_mask).sum() / every_mask.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


class DiffusionLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 4)

    def forward(self, errors, mask=None, checked_mask=None):
        loss = errors.pow(2)
        if mask is not None:
            loss = (loss * mask).sum() / mask.sum()  # suspected: `mask.sum()` can be 0, which makes the loss NaN
        if checked_mask is not None and checked_mask.any():
            loss = loss + (errors * checked_mask).sum() / checked_mask.sum()
        return loss.mean()
