"""A layer whose ReLU lets nothing through, as its biases start far below zero."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
nn.init.constant_(model[0].bias, -100.0)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
rows, targets = torch.randn(64, 8), torch.randn(64, 1)
for _ in range(20):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(rows), targets)
    loss.backward()  # finding: all gradients of `0.weight`, `0.bias`
    optimizer.step()
