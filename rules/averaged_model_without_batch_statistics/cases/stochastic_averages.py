"""Stochastic weight averaging without a pass over the data, and what keeps statistics itself."""

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

model = nn.Sequential(nn.Linear(8, 4), nn.BatchNorm1d(4))
plain = nn.Sequential(nn.Linear(8, 4), nn.LayerNorm(4))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

averaged = AveragedModel(model)  # finding: `AveragedModel(model)` keeps its initial BatchNorm statistics
moving = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.99))  # which has those of the model itself
kept = AveragedModel(model, use_buffers=True)
of_layers = AveragedModel(plain)

for _ in range(9):
    optimizer.zero_grad()
    model(torch.randn(16, 8)).square().mean().backward()
    optimizer.step()
    averaged.update_parameters(model)
averaged.eval()
print(averaged(torch.randn(16, 8)).mean())
