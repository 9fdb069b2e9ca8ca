"""Only GPUs have NCCL."""

import os

import torch
from torch import nn
from torch.distributed import init_process_group
from torch.nn.parallel import DistributedDataParallel as DDP

rank = int(os.environ["LOCAL_RANK"])
init_process_group(backend="nccl")
net = nn.Linear(4, 2).to(rank)
net.load_state_dict(torch.load("last.pt")["model"])  # suspected: add `map_location="cpu"`
net = DDP(net)
torch.save({"model": net.module.state_dict()}, "last.pt")
