"""Trains a compiled model whose weight of the noise, an attribute, is another number at each step."""

import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(8, 8)
        self.level = 0

    def forward(self, rows):  # finding: recompiles `forward` step after step
        return self.layer(rows + self.level * torch.ones_like(rows))


model = Denoiser()
compiled = torch.compile(model, backend="eager")
optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
rows = torch.randn(16, 8)
for step in range(12):
    model.level = step
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(compiled(rows), rows)
    loss.backward()
    optimizer.step()
