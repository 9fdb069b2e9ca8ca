"""A small network whose first layers are checkpointed."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint_sequential


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU())
        self.head = nn.Linear(16, 2)

    def forward(self, x):
        x = checkpoint_sequential(self.features, 2, x, use_reentrant=False)
        return self.head(x)


x = torch.randn(64, 8)
y = (x.sum(dim=1) > 0).long()
model = Network()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(10):
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
