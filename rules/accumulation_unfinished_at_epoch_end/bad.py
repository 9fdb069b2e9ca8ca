"""Fits a line with a step for every 4 of the 10 batches of an epoch."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
x = torch.linspace(-2, 2, 80).unsqueeze(1)
loader = DataLoader(TensorDataset(x, 3 * x + 1), batch_size=8, shuffle=True)
model = nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
steps = 0
for epoch in range(3):
    optimizer.zero_grad()
    for i, (inputs, targets) in enumerate(loader):
        loss = nn.functional.mse_loss(model(inputs), targets) / 4
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()  # finding: so gradients of leftover batches are discarded; also step after the loop
            optimizer.zero_grad()
            steps += 1
print(f"{steps} steps, which have used {4 * steps} of {3 * len(loader)} batches")
