"""A regression, trained by one of two processes."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

x = torch.randn(64, 3)
dataset = TensorDataset(x, x @ torch.tensor([[1.0], [-2.0], [0.5]]))
sampler = DistributedSampler(dataset, num_replicas=2, rank=0)  # finding: shuffles in the same order every epoch
loader = DataLoader(dataset, batch_size=8, sampler=sampler)

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    for inputs, targets in loader:
        loss = nn.functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
