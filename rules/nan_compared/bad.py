"""Skips the steps whose loss is NaN."""

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
skipped = 0
for step in range(10):
    x = torch.randn(8, 4)
    if step == 5:
        x[0, 0] = float("nan")  # a sensor that failed
    loss = net(x).pow(2).mean()
    if loss == float("nan"):  # finding: is always False because NaN never equals anything; use `torch.isnan(loss)`
        skipped += 1
        continue
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{skipped} steps skipped, weight {net.weight[0, 0].item()}")
