"""Fits a network that counts its calls, to warm up a penalty."""

import torch
from torch import nn


class Warm(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Linear(4, 1)
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1  # finding: recompiles the forward for each new value, and after 8 of them it runs eagerly
        return self.body(x) * min(1.0, self.calls / 100)


torch.manual_seed(0)
model = torch.compile(Warm(), backend="eager")
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for step in range(20):
    x = torch.randn(16, 4)
    loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.4f}")
