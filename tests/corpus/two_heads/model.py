"""Scores for the loss and odds for the reader, by position, by key, and by attribute."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from attention import Attention


@dataclass
class Output:
    scores: Tensor
    odds: Tensor


class Heads(nn.Module):
    def __init__(self, width=16, classes=3):
        super().__init__()
        self.attention = Attention(8, width)
        self.head = nn.Linear(width, classes)

    def scores(self, x):
        return self.head(self.attention(x))


class ByPosition(Heads):
    def forward(self, x):
        scores = self.scores(x)
        return scores, F.softmax(scores, dim=1)  # finding: returns 2 different things as a bare tuple


class ByKey(Heads):
    def forward(self, x):
        scores = self.scores(x)
        return {"scores": scores, "odds": F.softmax(scores, dim=1)}


class ByAttribute(Heads):
    def forward(self, x):
        scores = self.scores(x)
        return Output(scores=scores, odds=scores.softmax(1))


class ByMode(Heads):
    def forward(self, x):
        scores = self.scores(x)
        if self.training:
            return scores
        return scores.softmax(1)


class ByMethod(Heads):
    def forward(self, x):
        return self.scores(x)

    @torch.no_grad()
    def predict(self, x):
        return self(x).softmax(1)
