"""A sharded regression with scaled losses, for as many processes as are started: `torchrun --nproc-per-node 2 bad.py`."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp.sharded_grad_scaler import ShardedGradScaler

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes)
torch.manual_seed(0)
model = FSDP(nn.Linear(8, 1), device_id=torch.device("cpu"))
optimizer = torch.optim.AdamW(model.parameters())
scaler = ShardedGradScaler("cpu")
for step in range(4):
    x = torch.randn(32, 8)
    optimizer.zero_grad()
    loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
print(f"rank {rank}: loss {loss.item():.2f}, scale {scaler.get_scale():.0f}")
dist.destroy_process_group()
