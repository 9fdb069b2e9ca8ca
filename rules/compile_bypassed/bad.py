"""Fits a small network by a method that computes its loss."""

import torch
from torch import nn


class Regressor(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 32), nn.ReLU())
        self.head = nn.Linear(32, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x))

    def loss(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return (self(x) - y).square().mean()


torch.manual_seed(0)
model = torch.compile(Regressor(), backend="eager")
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(50):
    x = torch.randn(16, 4)
    loss = model.loss(x, x.sum(1, keepdim=True))  # finding: `model.loss` runs eagerly, as `torch.compile` covers
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.4f}")
