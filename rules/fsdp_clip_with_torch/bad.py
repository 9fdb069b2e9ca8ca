"""A sharded regression, for as many processes as are started: `torchrun --nproc-per-node 2 bad.py`."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes)
torch.manual_seed(0)
model = FSDP(nn.Linear(8, 1), device_id=torch.device("cpu"))
optimizer = torch.optim.AdamW(model.parameters())
for step in range(4):
    x = torch.randn(32, 8)
    optimizer.zero_grad()
    (model(x) - x.sum(1, keepdim=True)).square().mean().backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # finding: clips each shard by its own norm
    optimizer.step()
print(f"norm {norm.item():.2f}")
dist.destroy_process_group()
