"""A script without functions: the process group is made under a condition, and asked for without it."""

import os

import torch.distributed as dist
from torch.utils.data import TensorDataset, distributed

if __name__ == "__main__":
    data = TensorDataset()
    ddp = int(os.environ.get("RANK", -1)) != -1
    if ddp:
        if os.name == "nt":
            dist.init_process_group(backend="gloo")
        else:
            dist.init_process_group(backend="nccl")
        print(dist.get_world_size())
    sampler = distributed.DistributedSampler(data)  # finding: raises in runs where `ddp` does not hold
    if ddp:
        print(dist.get_rank())
