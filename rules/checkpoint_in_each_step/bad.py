"""Fits a line, and saves the model as it goes."""

import pathlib
import tempfile

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
path = pathlib.Path(tempfile.mkdtemp()) / "net.pt"
x = torch.linspace(-1, 1, 64).unsqueeze(1)
loader = DataLoader(TensorDataset(x, 3 * x), batch_size=8, shuffle=True)
model = nn.Sequential(nn.Linear(1, 2000), nn.ReLU(), nn.Linear(2000, 100), nn.ReLU(), nn.Linear(100, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for epoch in range(3):
    for inputs, targets in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
        torch.save(model.state_dict(), path)  # finding: writes to disk after every batch
    print(epoch, loss.item())
