"""A regression, trained by as many processes as are started: `torchrun --nproc-per-node 2 bad.py`."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes)
torch.manual_seed(0)
x = torch.randn(256, 3)
dataset = TensorDataset(torch.arange(256), x, x @ torch.tensor([[1.0], [-2.0], [0.5]]))
loader = DataLoader(dataset, batch_size=16)  # finding: `loader` gives every rank the same batches

model = DistributedDataParallel(nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
seen = 0
for numbers, inputs, targets in loader:
    loss = nn.functional.mse_loss(model(inputs), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    seen += len(numbers)
print(f"rank {rank}: {seen} of 256 samples in one epoch, loss {loss.item():.3f}")
dist.destroy_process_group()
