"""Ranks that are what they are taken for."""

import os

import torch
import torch.distributed as dist
from accelerate import Accelerator
from torch.utils.data import DistributedSampler


def group_of_each_machine():
    local_rank = int(os.environ["LOCAL_RANK"])
    dist.init_process_group("nccl", rank=local_rank, world_size=torch.cuda.device_count())


def counted(dataset):
    local_rank = int(os.environ["LOCAL_RANK"])
    rank = int(os.environ["GROUP_RANK"]) * 8 + local_rank
    return DistributedSampler(dataset, rank=rank, num_replicas=int(os.environ["WORLD_SIZE"]))


def by_machine(paths):
    """All machines read the same paths, which are divided among the processes of each."""
    local_rank, processes = int(os.environ["LOCAL_RANK"]), int(os.environ["LOCAL_WORLD_SIZE"])
    return paths[local_rank::processes]


def named_so(dataset, local_rank, world_size):
    """What the caller gives may be the rank among all."""
    return DistributedSampler(dataset, num_replicas=world_size, rank=local_rank)


def misnamed(dataset):
    accelerator = Accelerator()
    local_rank = accelerator.process_index
    return DistributedSampler(dataset, num_replicas=accelerator.num_processes, rank=local_rank)


def either(dataset):
    rank = int(os.environ["RANK"] if "RANK" in os.environ else os.environ["LOCAL_RANK"])
    return DistributedSampler(dataset, rank=rank)


def device(model):
    local_rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(local_rank)
    return model.to(local_rank)
