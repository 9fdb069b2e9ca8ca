"""Fits a small network, and keeps its gradients between the steps."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
rows = torch.rand(64, 8)
targets = rows.sum(1, keepdim=True)
for step in range(20):
    optimizer.zero_grad(set_to_none=False)  # finding: keeps zeroed gradients in memory
    loss = nn.functional.mse_loss(model(rows), targets)
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.3f}")
