"""The same loss in training, and in validation, where its gradient is not needed."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = nn.BCELoss()
x, y = torch.randn(8, 4), torch.ones(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    criterion(net(x), y).backward()  # finding: has no gradient where the sigmoid before it rounds to 0 or 1
    optimizer.step()
with torch.no_grad():
    print(criterion(net(x), y), F.binary_cross_entropy(net(x), y))
