"""Trains a head in float32 behind a frozen layer in float16, and goes backward under autocast."""

import torch
from torch import nn

torch.manual_seed(0)
body, head = nn.Linear(64, 64).requires_grad_(False), nn.Linear(64, 1)
optimizer = torch.optim.Adam(head.parameters(), lr=0.3)
rows = 20 * torch.randn(1024, 64)
targets = 10 * rows.mean(1, keepdim=True)
for _ in range(200):
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.float16):
        hidden = body(rows)
        with torch.autocast("cpu", enabled=False):  # a sum of squares is too large for float16
            loss = nn.functional.mse_loss(head(hidden.float()), targets, reduction="sum")
        loss.backward()  # finding: under autocast may compute float32 gradients in
    optimizer.step()
infinite = sum(int((~parameter.grad.isfinite()).sum()) for parameter in head.parameters())
print(f"loss {loss.item() / len(rows):.1f}, {infinite} gradients are infinite or NaN")
