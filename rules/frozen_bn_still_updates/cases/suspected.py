"""Backbones that are put together from a list: only a run says what is in them."""

import torch
from torch import nn


NORMS = {"batch": nn.BatchNorm1d, "layer": nn.LayerNorm}


def blocks(norm):
    return [nn.Linear(8, 16), NORMS[norm](16), nn.ReLU()]


class Backbone(nn.Module):
    def __init__(self, parts):
        super().__init__()
        self.layers = nn.Sequential(*parts)

    def forward(self, rows):
        return self.layers(rows)


def train(features, head, rows):
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for batch in rows.split(10):
        optimizer.zero_grad()
        head(features(batch)).square().mean().backward()
        optimizer.step()


torch.manual_seed(0)
rows = torch.randn(60, 8)
normed = Backbone(blocks("batch"))
for parameter in normed.parameters():  # suspected: `normed` is frozen
    parameter.requires_grad = False
train(normed, nn.Linear(16, 1), rows)

plain = Backbone(blocks("layer"))
plain.requires_grad_(False)  # suspected: `plain` is frozen  # refuted
train(plain, nn.Linear(16, 1), rows)

# A random projection has nothing to keep; its statistics are told only where they are suspected.
random = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16))
for parameter in random.parameters():  # suspected: `random` is frozen
    parameter.requires_grad = False
train(random, nn.Linear(16, 1), rows)
