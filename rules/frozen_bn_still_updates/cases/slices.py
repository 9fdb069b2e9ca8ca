"""The first modules of a list are frozen."""

import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4)])
        self.normed = nn.ModuleList([nn.BatchNorm1d(4), nn.BatchNorm1d(4), nn.BatchNorm1d(4)])
        self.head = nn.Linear(4, 4)

    def forward(self, x):
        for layer, norm in zip(self.plain, self.normed):
            x = norm(layer(x)).relu()
        return self.head(x)


model = Stack()
for p in model.plain[:2].parameters():
    p.requires_grad = False
for p in model.normed[:2].parameters():  # suspected: keep changing
    p.requires_grad = False
optimizer = torch.optim.SGD(model.parameters(), 0.1)
for _ in range(3):
    optimizer.zero_grad()
    model(torch.rand(2, 4)).mean().backward()
    optimizer.step()
