"""Trains a little on all GPUs there are, and keeps the result."""

import io

import torch
from torch import nn

model = nn.DataParallel(nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    x = torch.randn(16, 8)
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x), (x.sum(1) > 0).long()).backward()
    optimizer.step()

torch.save(model.state_dict(), io.BytesIO())  # finding: saves keys with the prefix `module.`
