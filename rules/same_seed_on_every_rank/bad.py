"""A denoiser, trained by as many processes as are started: `torchrun --nproc-per-node 2 bad.py`."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes)
torch.manual_seed(0)  # finding: makes all ranks draw the same noise

model = DistributedDataParallel(nn.Linear(16, 16))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
clean = torch.ones(64, 16)[rank::processes]
for step in range(10):
    noise = torch.randn_like(clean)
    loss = nn.functional.mse_loss(model(clean + noise), noise)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step == 9:
        print(f"rank {rank}: the noise begins with {noise[0, 0].item():.4f}, loss {loss.item():.3f}")
dist.destroy_process_group()
