"""A regression, trained by as many processes as are started: `torchrun --nproc-per-node 2 bad.py`."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes)
torch.manual_seed(rank)
x = torch.randn(32, 3)
y = x @ torch.tensor([[1.0], [-2.0], [0.5]])

model = nn.Linear(3, 1)
wrapped = DistributedDataParallel(model)
optimizer = torch.optim.SGD(wrapped.parameters(), lr=0.1)
checkpoint = os.environ.get("CHECKPOINT", os.devnull)
for step in range(10):
    loss = nn.functional.mse_loss(wrapped(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
torch.save(model.state_dict(), checkpoint)  # finding: all ranks write to `checkpoint` at the same time
print(f"rank {rank}: loss {loss.item():.3f}")
dist.destroy_process_group()
