"""A model that keeps its loss in an attribute, and ends in a sigmoid two files away."""

import torch
import torch.nn.functional as F
from torch import nn

from heads import Probability
from losses import TABLE, Weighted, loss_named, with_logits


class Ranker(nn.Module):
    def __init__(self, task):
        super().__init__()
        self.body = nn.Linear(8, 1)
        self.head = Probability(task)
        self.loss = F.binary_cross_entropy if task == "binary" else F.mse_loss

    def forward(self, x):
        return self.head(self.body(x))

    def compile(self, name):
        self.loss_by_name = loss_named(name)
        self.with_logits = with_logits()
        self.weighted = Weighted(2.0)

    def fit(self, x, y, name):
        optimizer = torch.optim.Adam(self.parameters())
        optimizer.zero_grad()
        output = self(x)
        loss = self.loss(output, y) + self.loss_by_name(output, y) + TABLE[name](output, y)
        loss = loss + self.with_logits(output, y)  # finding: applies a sigmoid itself, but `output` holds probabilities
        loss = loss + self.weighted(self.body(x), y)
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    ranker = Ranker("binary")
    ranker.compile("mse")
    ranker.fit(torch.randn(4, 8), torch.rand(4, 1), "plain")
