"""Functions that go on only where all processes are on one machine, beside others."""

import os

import torch.distributed as dist
from torch.utils.data import DistributedSampler


def whole(dataset):
    local_rank, processes = int(os.environ["LOCAL_RANK"]), int(os.environ["WORLD_SIZE"])
    if processes == int(os.environ["LOCAL_WORLD_SIZE"]):
        return DistributedSampler(dataset, num_replicas=processes, rank=local_rank)
    return DistributedSampler(dataset)


def share(dataset):
    local_rank = int(os.environ["LOCAL_RANK"]) if dist.is_initialized() else 0
    if local_rank > 0:
        print(local_rank)
    return DistributedSampler(dataset, rank=local_rank)  # finding: machines read the same samples
