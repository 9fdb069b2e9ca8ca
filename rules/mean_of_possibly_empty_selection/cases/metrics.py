"""A mean that is differentiated, and one of the same graph of which only the number is read."""

import torch
from torch import nn


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        mask = y > 0
        logs = model(x).log_softmax(-1).amax(-1)
        loss = -(logs * mask).sum() / mask.sum()  # finding: can be 0
        entropy = -logs.sum() / mask.sum()
        loss.backward()
        optimizer.step()
        print({"entropy": entropy.item()})


train(nn.Linear(8, 2), [(torch.rand(4, 8), torch.ones(4))])
