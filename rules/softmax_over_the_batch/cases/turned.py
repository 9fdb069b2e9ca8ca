"""Scores whose dimensions change places before the softmax."""

import torch
import torch.nn.functional as F
from torch import nn


def train(batches):
    net = nn.Linear(4, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in batches:
        scores = net(x)
        loss = F.cross_entropy(scores, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(F.softmax(scores.T, dim=1))  # finding: normalises over the batch instead of the classes; use `dim=0`
        print(F.softmax(scores.t(), dim=0), F.softmax(scores.T, dim=0).T)
        print(torch.softmax(scores.permute(1, 0), dim=-1))  # finding: instead of the classes; use `dim=0`
        print(torch.softmax(scores.transpose(0, 1), dim=0))
        print(F.softmax(scores.masked_fill(scores > 9, float("-inf")), dim=1))


class Pooled(nn.Module):
    """Weights of the rows of a bag, which are to sum to 1 over the rows."""

    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(4, 1)
        self.out = nn.Linear(4, 3)

    def forward(self, x):
        weights = F.softmax(torch.transpose(self.gate(x), 1, 0), dim=1)
        return self.out(weights @ x)


train([(torch.randn(8, 4), torch.randint(3, (8,))) for _ in range(3)])
print(Pooled()(torch.randn(5, 4)).shape)
