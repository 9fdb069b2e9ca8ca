"""Fits a small network under a profiler, from the first step to the last."""

import torch
from torch import nn
from torch.profiler import profile
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
rows = torch.rand(256, 8)
loader = DataLoader(TensorDataset(rows, rows.sum(1, keepdim=True)), batch_size=32, shuffle=True)
model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
with profile() as seen:  # finding: keeps every operation of every step
    for epoch in range(2):
        for inputs, targets in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(inputs), targets)
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: loss {loss.item():.3f}")
print(f"{len(seen.events())} operations were recorded")
