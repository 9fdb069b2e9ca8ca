"""Makes a stack in one file of what another file keeps."""

import torch
from torch import nn
from towers import Deep

model = Deep([nn.Linear(8, 8), nn.Linear(8, 8)])
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(10):
    rows = torch.rand(4, 8)
    loss = model(rows).logsumexp(1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
