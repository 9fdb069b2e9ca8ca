"""A network with two heads, and a loss that asks both of them."""

import torch
from torch import nn


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(8, 16)
        self.kind = nn.Linear(16, 3)
        self.weight = nn.Linear(16, 1)

    def forward(self, rows):
        features = torch.relu(self.trunk(rows))
        return self.kind(features), self.weight(features)


model = TwoHeads()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
rows, kinds, weights = torch.randn(64, 8), torch.randint(0, 3, (64,)), torch.rand(64)
for _ in range(20):
    optimizer.zero_grad()
    kind, weight = model(rows)
    loss = nn.functional.cross_entropy(kind, kinds) + nn.functional.mse_loss(weight.squeeze(1), weights)
    loss.backward()
    optimizer.step()
