"""Fits a small network whose parameters take half the memory."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(8, 1)
model.half()  # finding: `model.half()` stores the parameters in float16, which rounds small updates away
optimizer = torch.optim.Adam(model.parameters(), lr=3e-5)
for step in range(8):
    x = torch.randn(32, 8).half()
    loss = (model(x) - x.sum(1, keepdim=True)).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
