"""A model that nobody sees here gives a loss, and what is written down of the step: numbers, or a tensor by mistake."""

import sys

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, rows):
        logits = self.layer(rows)
        loss = nn.functional.cross_entropy(logits, rows[:, 0].round().long())
        share = (logits.argmax(1) == 0).float().mean().item()
        return loss, {"share": share, "size": logits.norm()}


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total, shares, sizes = 0.0, 0.0, 0.0
    for rows in batches:
        loss, info = model(rows)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss  # finding: keeps the graph
        shares += info["share"]  # suspected: keeps the graph  # refuted
        sizes += info["size"]  # suspected: keeps the graph
    print(total, shares, sizes)


if __name__ == "__main__":
    train(getattr(sys.modules[__name__], "Class" + "ifier")(), torch.rand(4, 3, 4))
