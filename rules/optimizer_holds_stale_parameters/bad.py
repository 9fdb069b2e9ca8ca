"""A pretrained network gets another last layer for three classes; the optimizer was there before."""

import torch
import torch.nn.functional as F
from torch import nn


class Network(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body, self.fc = nn.Linear(2, 32), nn.Linear(32, classes)

    def forward(self, x):
        return self.fc(torch.relu(self.body(x)))


torch.manual_seed(0)
x = torch.randn(300, 2)
y = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()

model = Network(10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model.fc = nn.Linear(32, 3)  # finding: `model.fc` is new, but `optimizer.step()` still updates the old parameters
before = model.fc.weight.detach().clone()
for epoch in range(50):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
moved = (model.fc.weight - before).abs().max().item()
print(f"loss {loss.item():.3f}, the last layer moved by {moved:.3f}")
