"""One process has saved what all of them load."""

import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("nccl")
rank = dist.get_rank()
device = rank if torch.cuda.is_available() else "cpu"
model = nn.parallel.DistributedDataParallel(nn.Linear(4, 2).to(device))
if rank == 0:
    torch.save(model.module.state_dict(), "best.pt")
dist.barrier()
model.module.load_state_dict(torch.load("best.pt"))  # finding: fails without the GPU that the file was saved from
