"""Trains an autoencoder with a penalty, and prints both parts of its loss."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(8, 4), nn.ReLU(), nn.Linear(4, 8))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
rows = torch.randn(64, 8, generator=torch.Generator().manual_seed(0))

for step in range(20):
    error = nn.functional.mse_loss(model(rows), rows)
    loss = error
    loss = loss + 0.1 * sum(weight.abs().mean() for weight in model.parameters())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 0:
        print(f"step {step}: error {error.item():.4f}, loss {loss.item():.4f}")
