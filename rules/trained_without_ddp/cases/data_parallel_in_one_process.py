"""A process group of one process."""

import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo", init_method="tcp://127.0.0.1:29500", rank=0, world_size=1)
model = nn.DataParallel(nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    model(torch.rand(8, 4)).mean().backward()
    optimizer.step()
