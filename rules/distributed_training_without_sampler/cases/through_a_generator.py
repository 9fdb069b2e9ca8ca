"""Batches that a generator gives on as they are, of a loader with a sampler and of one without."""

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def logged(batches):
    for i, batch in enumerate(batches):
        yield batch
        print(i)


def train(model, loader, optimizer):
    for x, y in logged(loader):
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


dist.init_process_group("gloo")
model = nn.parallel.DistributedDataParallel(nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = TensorDataset(torch.randn(64, 8), torch.randint(2, (64,)))
train(model, DataLoader(data, batch_size=4, sampler=DistributedSampler(data)), optimizer)
train(model, DataLoader(data, batch_size=4, shuffle=True), optimizer)  # finding: gives every rank all samples
