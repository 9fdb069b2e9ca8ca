"""Training until it gets no better, with as many processes as are started: `torchrun --nproc-per-node 2 good.py`."""

import os
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes, timeout=timedelta(seconds=10))

torch.manual_seed(0)
x = torch.randn(64, 4)
model = DistributedDataParallel(nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
best, waited = float("inf"), 0
for epoch in range(200):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), x.sum(1, keepdim=True))
    loss.backward()
    optimizer.step()
    stop = torch.zeros(())
    if rank == 0:
        improved = loss.item() < best - 1e-3
        best, waited = min(best, loss.item()), 0 if improved else waited + 1
        stop.fill_(waited > 2)
    dist.broadcast(stop, src=0)
    if stop:
        print(f"rank {rank} stopped after epoch {epoch}")
        break
dist.destroy_process_group()
