"""Trains a model in a wrapper, and saves it with the wrapper's names, which the evaluation expects."""

import torch
from network import Net
from torch import nn

model = nn.DataParallel(Net())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    model(torch.ones(2, 4)).sum().backward()
    optimizer.step()
torch.save({"weight": model.state_dict()}, "last.pt")
