"""One model, trained by as many processes as are started (`torchrun --nproc-per-node 2 bad.py`), and evaluated."""

import datetime
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def evaluate(model, inputs, targets):
    with torch.no_grad():
        error = (model(inputs) - targets).square().mean()
    dist.all_reduce(error)
    return error.item() / dist.get_world_size()


rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
timeout = datetime.timedelta(seconds=15)
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes, timeout=timeout)
torch.manual_seed(rank)
inputs = torch.randn(32, 4)
targets = inputs.sum(1, keepdim=True)
model = DistributedDataParallel(nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(5):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(inputs), targets).backward()
    optimizer.step()
if rank == 0:
    error = evaluate(model.module, inputs, targets)  # finding: `all_reduce` waits for all ranks
    print(f"error: {error:.3f}")
dist.destroy_process_group()
