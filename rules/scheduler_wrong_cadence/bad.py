"""Fits a small network to noisy points; a learning rate that should rise and fall again."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
x = torch.randn(400, 4)
y = torch.sin(x.sum(1, keepdim=True))
loader = DataLoader(TensorDataset(x, y), batch_size=40, shuffle=True)
epochs = 10

model = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, epochs=epochs, steps_per_epoch=len(loader))

for epoch in range(epochs):
    for rows, targets in loader:
        loss = F.mse_loss(model(rows), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    scheduler.step()  # finding: runs once per epoch, but `OneCycleLR` expects `len(loader)` steps, one per batch
print(f"loss {F.mse_loss(model(x), y).item():.3f}, learning rate {scheduler.get_last_lr()[0]:.5f}")
