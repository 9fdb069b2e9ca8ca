"""Fits a network under float16 autocast to small numbers, whose gradients are smaller still."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(64, 256), nn.ReLU(), nn.Linear(256, 64))
optimizer = torch.optim.Adam(model.parameters(), lr=0.002)
rows = 0.005 * torch.randn(512, 64)
targets = rows.roll(1, dims=1)
for _ in range(100):
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.float16):
        loss = F.mse_loss(model(rows), targets)
    loss.backward()  # finding: loses small gradients
    optimizer.step()
zeros = sum(int((p.grad == 0).sum()) for p in model.parameters())
print(f"{loss.item():.2e}, {zeros} of {sum(p.numel() for p in model.parameters())} gradients are zero")
