"""A step every four micro-batches: `torchrun --nproc-per-node 2 bad.py`."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes)
torch.manual_seed(rank)
x = torch.randn(64, 3)
y = x @ torch.tensor([[1.0], [-2.0], [0.5]])
accumulate = 4

model = DistributedDataParallel(nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for number, (rows, targets) in enumerate(zip(x.split(4), y.split(4))):
    loss = nn.functional.mse_loss(model(rows), targets) / accumulate
    loss.backward()  # finding: `loss.backward()` synchronises gradients even in passes that do not step
    if (number + 1) % accumulate == 0:
        optimizer.step()
        optimizer.zero_grad()
print(loss.item())
dist.destroy_process_group()
