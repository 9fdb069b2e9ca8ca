"""Masks of padding: each sentence has a first word, so only conditions that are computed here are certain."""

import torch
import torch.nn.functional as F
from torch import nn


class Tagger(nn.Module):
    def __init__(self, width, tags):
        super().__init__()
        self.tags = tags
        self.head = nn.Linear(width, tags)

    def forward(self, states, attention_mask, labels):
        scores = self.head(states)
        kept = attention_mask.view(-1) == 1
        of_words = F.cross_entropy(scores.view(-1, self.tags)[kept], labels.view(-1)[kept])  # suspected: can be empty
        pointwise = F.cross_entropy(scores.transpose(1, 2), labels, reduction="none")
        of_pads = pointwise[attention_mask.bool()].mean()  # suspected: can be empty
        mask = labels >= 0
        of_labels = pointwise[mask].mean()  # finding: can be empty
        return of_words + of_pads + of_labels


def learn(model, optimizer, batch):
    errors = (model(batch["rows"]) - batch["targets"]).abs()
    loss = errors[batch["padding_mask"] != 0].mean()  # suspected: can be empty
    loss = loss + errors[batch["targets"] != 0].mean()  # finding: can be empty
    kept = batch["padding_mask"][..., 1:].ne(0).view(-1) == 1
    loss = loss + errors.view(-1)[kept].mean()  # suspected: can be empty
    loss = loss + errors[batch["targets"].ne(0)].mean()  # finding: can be empty
    loss = loss + errors[torch.ones(4, dtype=torch.bool)].sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
