"""Losses of a class that is not known: one that is given a text may choose a part of itself that detaches."""

import torch
from torch import nn


def by_a_part(batches, losses: nn.Module):
    generator = nn.Linear(8, 8)
    optimizer_g = torch.optim.Adam(generator.parameters())
    for x in batches:
        made = generator(x)
        optimizer_g.zero_grad()
        losses(x, made, mode="generator").backward()
        optimizer_g.step()
        loss_c = losses(x, made, mode="critic")
        loss_c.backward()  # suspected: may raise, as `optimizer_g.step()` has changed parameters that its graph needs


def as_a_whole(batches, losses: nn.Module):
    generator = nn.Linear(8, 8)
    optimizer_g = torch.optim.Adam(generator.parameters())
    for x in batches:
        made = generator(x)
        optimizer_g.zero_grad()
        losses(x, made).backward()
        optimizer_g.step()
        again = losses(x, made)
        again.backward()  # finding: raises, as `optimizer_g.step()` has changed parameters that its graph needs
