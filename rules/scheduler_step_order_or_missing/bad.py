"""Fits a line in three phases of ever smaller learning rates."""

import torch
from torch import nn
from torch.optim.lr_scheduler import ExponentialLR, StepLR

torch.manual_seed(0)
x = torch.rand(128, 1)
y = 3 * x - 1


def fit(model, optimizer, steps):
    for _ in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    return loss.item()


model = nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
scheduler = StepLR(optimizer, step_size=2, gamma=0.1)
for epoch in range(6):
    scheduler.step()  # finding: `scheduler.step()` before the first optimizer step
    rate = optimizer.param_groups[0]["lr"]
    print(f"epoch {epoch}: learning rate {rate:.4f}, loss {fit(model, optimizer, steps=20):.5f}")

finer = torch.optim.SGD(model.parameters(), lr=0.1)
decay = ExponentialLR(finer, gamma=0.5)  # finding: `decay` is never stepped
for epoch in range(3):
    rate = finer.param_groups[0]["lr"]
    print(f"epoch {epoch}: learning rate {rate:.4f}, loss {fit(model, finer, steps=20):.5f}")
