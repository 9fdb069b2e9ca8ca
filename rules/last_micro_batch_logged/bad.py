"""Fits a line with four micro-batches for each step."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
x = torch.linspace(-2, 2, 64).unsqueeze(1)
y = 3 * x + torch.linspace(0, 1, 64).unsqueeze(1)
for step in range(5):
    optimizer.zero_grad()
    for inputs, targets in zip(x.chunk(4), y.chunk(4)):
        loss = nn.functional.mse_loss(model(inputs), targets)
        (loss / 4).backward()
    optimizer.step()
    print(f"step {step}: {loss.item():.4f}")  # finding: is the loss of the last micro-batch only
