"""Squeezes of a dimension that a reduction keeps: those without a `dim` also remove a batch of one sample."""

import torch
from torch import nn


class Pooled(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.attention = nn.Linear(width, 1)
        self.head = nn.Linear(width, classes)

    def forward(self, tokens):
        first, others = tokens[:, :1], tokens[:, 1:]
        weighted = torch.sum(others * self.attention(others).softmax(dim=1), dim=1, keepdim=True)
        pooled = (first + weighted).squeeze()  # suspected: also removes the batch dimension if the batch is one sample
        mean = tokens.mean(dim=1, keepdim=True).squeeze()  # finding: also removes the batch dimension
        named = (first + weighted).squeeze(1), tokens.mean(dim=1)
        over_the_batch = tokens.mean(dim=0, keepdim=True).squeeze()
        return self.head(pooled) + self.head(mean), named, over_the_batch
