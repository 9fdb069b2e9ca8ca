"""A model that is on numbered devices is on GPUs."""

import os

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel

rank = int(os.environ["LOCAL_RANK"])
net = nn.Linear(4, 2).to(rank)
net.load_state_dict(torch.load("last.pt"))  # suspected: add `map_location="cpu"`
net = DistributedDataParallel(net, device_ids=[rank])
torch.save(net.module.state_dict(), "last.pt")
