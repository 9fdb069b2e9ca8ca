"""Fits a small network, and profiles a few steps."""

import torch
from torch import nn
from torch.profiler import profile, schedule
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
rows = torch.rand(256, 8)
loader = DataLoader(TensorDataset(rows, rows.sum(1, keepdim=True)), batch_size=32, shuffle=True)
model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
with profile(schedule=schedule(wait=1, warmup=1, active=2, repeat=1)) as seen:
    for epoch in range(2):
        for inputs, targets in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(inputs), targets)
            loss.backward()
            optimizer.step()
            seen.step()
        print(f"epoch {epoch}: loss {loss.item():.3f}")
