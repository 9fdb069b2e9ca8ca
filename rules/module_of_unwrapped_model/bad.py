"""Fits a line, on several GPUs if there are any, and saves it every thousand steps."""

import io

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 1)
if torch.cuda.device_count() > 1:
    model = nn.DataParallel(model.cuda())
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(1, 101):
    x = torch.randn(8, 4, device=next(model.parameters()).device)
    loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 1000 == 0:
        torch.save(model.module.state_dict(), io.BytesIO())  # finding: where the model is not wrapped
print(f"{loss.item():.5f}")
