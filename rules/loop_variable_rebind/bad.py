"""Fits a line to two lists of points, which are whole numbers."""

import torch
from torch import nn

torch.manual_seed(0)
parts = [torch.arange(5), torch.arange(5, 9)]
targets = [3 * part + 1 for part in parts]
for part in parts:
    part = part.float()  # finding: write `parts = [part.float() for part in parts]`

model = nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
try:
    for _ in range(200):
        x, y = torch.cat(parts).unsqueeze(1), torch.cat(targets).unsqueeze(1)
        loss = (model(x) - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.3f}")
except RuntimeError as error:
    print("it does not run:", str(error).split(":")[0])
