"""A program that stops where there are several machines."""

import os

import torch
import torch.distributed as dist
from torch.utils.data import DistributedSampler


def share(dataset):
    local_rank = int(os.environ["LOCAL_RANK"])
    if dist.get_world_size() > torch.cuda.device_count():
        raise RuntimeError("start it on one machine")
    world_size = dist.get_world_size()
    assert world_size >= 1
    return DistributedSampler(dataset, num_replicas=world_size, rank=local_rank)
