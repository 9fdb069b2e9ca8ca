"""Models that compute their own loss, and ignore what is marked by -100."""

import torch
from torch import nn
from torch.nn import functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 8)

    def forward(self, rows, labels=None):
        logits, loss = self.layer(rows), None
        if labels is not None:
            loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=-100)
        return logits, loss


def rows_of(length):
    labels = torch.randint(8, (3, 5))
    labels[:, length:] = -100
    return torch.randn(3, 5, 4), labels


model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

for number in range(4):
    rows, labels = rows_of(1 + number)
    _, loss = model(rows, labels)  # suspected: valid tokens
    (loss / 2).backward()
    if (number + 1) % 2 == 0:
        optimizer.step()
        optimizer.zero_grad()

for number in range(4):
    rows, labels = rows_of(3)
    _, loss = model(rows, labels=labels)  # suspected: valid tokens  # refuted
    (loss / 2).backward()
    if (number + 1) % 2 == 0:
        optimizer.step()
        optimizer.zero_grad()

for number in range(4):
    rows, labels = rows_of(3)
    logits, _ = model(rows)
    (logits.square().mean() / 2).backward()
    if (number + 1) % 2 == 0:
        optimizer.step()
        optimizer.zero_grad()
