"""Trains a network for which dropout is asked, and which has none."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width: int, drop_rate: float = 0.0):
        super().__init__()
        self.layer = nn.Linear(width, width)
        self.drop = nn.Dropout(drop_rate)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return rows + self.drop(torch.relu(self.layer(rows)))


class Network(nn.Module):
    def __init__(self, width: int, depth: int, drop_rate: float = 0.0):
        super().__init__()
        self.blocks = nn.Sequential(*(Block(width) for _ in range(depth)))
        self.head = nn.Linear(width, 1)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.head(self.blocks(rows))


torch.manual_seed(0)
model = Network(16, depth=2, drop_rate=0.5)  # finding: `Network` never reads `drop_rate`, so passing `0.5` has no effect
rows = torch.randn(32, 16)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for _ in range(5):
    loss = nn.functional.mse_loss(model(rows), rows.sum(dim=1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("probabilities of dropout:", [part.p for part in model.modules() if isinstance(part, nn.Dropout)])
