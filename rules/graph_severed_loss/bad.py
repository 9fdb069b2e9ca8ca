"""A small network that learns a sum from three parts of the data at a time."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x = torch.randn(240, 4)
y = x.sum(1, keepdim=True)
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)

for epoch in range(20):
    for start in range(0, 240, 60):
        losses = []
        for part in range(start, start + 60, 20):
            losses.append(F.mse_loss(model(x[part : part + 20]), y[part : part + 20]).item())
        loss = torch.tensor(losses, requires_grad=True).mean()  # finding: starts a new graph, so `loss.backward()`
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if epoch % 5 == 4:
        print(f"epoch {epoch}: {loss.item():.3f}")
