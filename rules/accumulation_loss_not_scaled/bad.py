"""Fits a small network to noisy points, with a step every eight micro-batches."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x = torch.randn(512, 8)
y = x[:, :1] - 2 * x[:, 1:2] + torch.randn(512, 1)
accumulate = 8

model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.03)

for epoch in range(4):
    for number, (rows, targets) in enumerate(zip(x.split(4), y.split(4))):
        loss = F.mse_loss(model(rows), targets)
        loss.backward()  # finding: sums gradients over several passes, so `optimizer.step()` steps too far
        if (number + 1) % accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()
    print(f"epoch {epoch}: loss {F.mse_loss(model(x), y).item():.3f}")
