"""Trains a compiled model to which the weight of the noise is given as an argument."""

import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(8, 8)

    def forward(self, rows, level):
        return self.layer(rows + level * torch.ones_like(rows))


model = Denoiser()
compiled = torch.compile(model, backend="eager")
optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
rows = torch.randn(16, 8)
for step in range(12):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(compiled(rows, step), rows)
    loss.backward()
    optimizer.step()
