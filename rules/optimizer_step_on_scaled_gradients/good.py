"""Fits a small network in mixed precision where there is a GPU."""

import torch
import torch.nn.functional as F
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1)).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
scaler = torch.amp.GradScaler(device, init_scale=1024.0)
for step in range(20):
    x = torch.randn(32, 8, device=device)
    optimizer.zero_grad()
    with torch.autocast(device, enabled=device == "cuda"):
        loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
    scaler.scale(loss).backward()
    scaler.step(optimizer); scaler.update()
print(f"{loss.item():.3f}")
