"""A projection head trained beside a wrapped encoder: `torchrun --nproc-per-node 2 bad.py` gives each rank its own."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes)

torch.manual_seed(0)
encoder = DistributedDataParallel(nn.Sequential(nn.Linear(8, 16), nn.ReLU()))
head = nn.Linear(16, 1)
parameters = list(encoder.parameters()) + list(head.parameters())  # finding: `head` is trained outside
optimizer = torch.optim.SGD(parameters, lr=0.05)

torch.manual_seed(1 + rank)
for step in range(50):
    x = torch.randn(32, 8) + rank
    loss = nn.functional.mse_loss(head(encoder(x)), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

print(f"rank {rank}: the head's weights have norm {head.weight.norm().item():.4f}")
dist.destroy_process_group()
