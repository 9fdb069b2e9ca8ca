"""Means over what an Embedding gives, which makes zeros of the padding, or knows of none."""

import torch
from torch import nn


class Bag(nn.Module):
    def __init__(self, words, width, padding=0):
        super().__init__()
        self.words = nn.Embedding(words, width, padding_idx=padding)
        self.plain = nn.Embedding(words, width)
        self.head = nn.Linear(width, 2)

    def forward(self, ids):
        states = self.words(ids)
        return self.head(states.mean(1))  # suspected: divide the sum by the lengths

    def at_once(self, ids):
        return self.head(torch.mean(self.words(ids), dim=1))  # suspected: divide the sum by the lengths

    def by_lengths(self, ids, lengths):
        return self.head(self.words(ids).sum(dim=1) / lengths.unsqueeze(1))

    def over_features(self, ids):
        return self.words(ids).mean(dim=2)

    def without_padding(self, ids):
        return self.head(self.plain(ids).mean(dim=1))
