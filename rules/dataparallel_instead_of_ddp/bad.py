"""A classifier on all GPUs there are."""

import torch
from torch import nn

model = nn.DataParallel(nn.Linear(8, 2))  # finding: copies the model to each GPU in every forward
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    x = torch.randn(16, 8)
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x), (x.sum(1) > 0).long()).backward()
    optimizer.step()
