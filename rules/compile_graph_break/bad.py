"""Fits a network that reports how large its activations are."""

import torch
from torch import nn


class Watched(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Linear(4, 16)
        self.head = nn.Linear(16, 1)
        self.largest = 0.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = self.body(x).relu()
        self.largest = hidden.max().item()  # finding: `hidden.max().item()` reads tensor values, so the compiled graph
        return self.head(hidden)


torch.manual_seed(0)
model = torch.compile(Watched(), backend="eager")
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(20):
    x = torch.randn(16, 4)
    loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.4f} {model.largest:.1f}")
