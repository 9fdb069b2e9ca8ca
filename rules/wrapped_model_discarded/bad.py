"""Fits a small network, which shall be compiled."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
torch.compile(model, backend="eager")  # finding: returns a new model, and `model` is not compiled
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(5):
    inputs = torch.randn(16, 4)
    loss = nn.functional.mse_loss(model(inputs), inputs.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{loss:.3f}")
