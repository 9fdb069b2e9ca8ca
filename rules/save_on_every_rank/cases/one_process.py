"""A group that has a single process."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def alone():
    dist.init_process_group("gloo", init_method="file:///tmp/group", rank=0, world_size=1)
    model = DistributedDataParallel(nn.Linear(3, 1))
    model(torch.rand(2, 3)).sum().backward()
    torch.save(model.module.state_dict(), "alone.pt")


if __name__ == "__main__":
    alone()
