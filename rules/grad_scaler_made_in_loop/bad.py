"""Fits a line of large numbers in float16, with a scaler for each step."""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
model = nn.Linear(8, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
rows = torch.randn(64, 8)
targets = 10 * rows.sum(dim=1, keepdim=True)

applied = 0
for _ in range(100):
    scaler = torch.amp.GradScaler("cpu")  # finding: forgets the scale found by the previous step
    before = model.weight.detach().clone()
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.float16):
        loss = F.mse_loss(10 * model(rows), targets)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    applied += int((before != model.weight).any())

print(f"{applied} of 100 steps, loss {loss.item():.4f}")
