"""The distance of points to a centre, with one of them at it."""

import torch
from torch import nn

points = torch.randn(32, 4)
points[0] = 0
centre = nn.Parameter(torch.zeros(4))
optimizer = torch.optim.SGD([centre], lr=0.1)
for _ in range(8):
    optimizer.zero_grad()
    loss = ((points - centre) ** 2).sum(1).sqrt().mean()
    loss.backward()  # finding: are NaN at step 1
    optimizer.step()
