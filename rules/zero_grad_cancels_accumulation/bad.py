"""Fits a small network to noisy points, with a step every eight micro-batches."""

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x = torch.randn(512, 8)
y = x[:, :1] - 2 * x[:, 1:2] + torch.randn(512, 1)
accumulate = 8

model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)

for epoch in range(4):
    used = []
    for number, (rows, targets) in enumerate(zip(x.split(4), y.split(4))):
        optimizer.zero_grad()  # finding: clears the accumulated gradients before `optimizer.step()` applies them
        loss = F.mse_loss(model(rows), targets) / accumulate
        loss.backward()
        if (number + 1) % accumulate == 0:
            used.append(sum(p.grad.norm().item() for p in model.parameters()))
            optimizer.step()
    print(f"epoch {epoch}: gradient norm {sum(used) / len(used):.3f}, loss {F.mse_loss(model(x), y).item():.3f}")
