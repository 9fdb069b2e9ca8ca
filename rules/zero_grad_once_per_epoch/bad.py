"""Fits a small network to a noisy sine; the gradients are cleared when an epoch begins."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
x = torch.linspace(-3, 3, 512).unsqueeze(1)
y = torch.sin(2 * x) + 0.1 * torch.randn_like(x)
loader = DataLoader(TensorDataset(x, y), batch_size=32, shuffle=True)

model = nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 1))
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)

for epoch in range(20):
    optimizer.zero_grad()
    total = 0.0
    for inputs, targets in loader:
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()  # finding: `optimizer.zero_grad()` runs only in the outer loop, so
        total += loss.item()
    if epoch % 5 == 4:
        print(f"epoch {epoch}: {total / len(loader):.4f}")
