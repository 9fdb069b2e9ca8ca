"""Fits a model to two of eight columns, with an L1 penalty that is to make the other weights small."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
rows = torch.randn(256, 8)
sums = rows[:, :2].sum(dim=1, keepdim=True)

for _ in range(300):
    loss = nn.functional.mse_loss(model(rows), sums)
    penalty = sum(torch.linalg.vector_norm(p, 1) for p in model.parameters())
    optimizer.zero_grad()
    (loss + 0.01 * penalty).backward()
    optimizer.step()

small = sum((p.abs() < 0.01).sum().item() for p in model.parameters())
print(f"weights below 0.01: {small} of {sum(p.numel() for p in model.parameters())}")
