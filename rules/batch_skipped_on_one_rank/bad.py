"""Training on data with holes, with as many processes as are started: `torchrun --nproc-per-node 2 bad.py`."""

import os
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes, timeout=timedelta(seconds=10))

torch.manual_seed(rank)
batches = torch.randn(6, 8, 4)
if rank == processes - 1:
    batches[2, 0, 0] = float("nan")
model = DistributedDataParallel(nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for number, batch in enumerate(batches):
    loss = nn.functional.mse_loss(model(batch), batch.sum(1, keepdim=True))
    if torch.isnan(loss):  # finding: may hold on one rank only, so ranks fall out of step or hang in `backward`
        print(f"rank {rank} skips batch {number}")
        continue
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"rank {rank} has learned from batch {number}, loss {loss.item():.3f}")
dist.destroy_process_group()
