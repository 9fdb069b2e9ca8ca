"""Ways from the variable to the rank."""

import os

import torch.distributed as dist
from torch.utils.data import DistributedSampler


def among_all(place):
    return int(os.environ["GROUP_RANK"]) * 8 + place


def by_function(dataset):
    rank = among_all(int(os.environ["LOCAL_RANK"]))
    return DistributedSampler(dataset, rank=rank)


def by_either_name(dataset, args, is_launched):
    if is_launched:
        rank = int(os.environ["LOCAL_RANK"])
    else:
        rank = args.rank
    return DistributedSampler(dataset, rank=rank)


def in_turns(dataset, steps):
    rank = int(os.environ["LOCAL_RANK"])
    last = rank
    for _ in range(steps):
        DistributedSampler(dataset, rank=rank)  # finding: machines read the same samples
        rank = last
        last = rank


def join(args):
    dist.init_process_group("nccl")
    args.rank = dist.get_rank()


def joined(dataset, args):
    args.rank = int(os.environ["LOCAL_RANK"])
    join(args)
    return DistributedSampler(dataset, rank=args.rank)  # suspected: machines read the same samples


def not_joined(dataset, args):
    args.rank = int(os.environ["LOCAL_RANK"])
    return DistributedSampler(dataset, rank=args.rank)  # finding: machines read the same samples


def get_world_size():
    return int(os.environ["LOCAL_WORLD_SIZE"])


def share_of_machine(paths):
    local_rank = int(os.environ["LOCAL_RANK"])
    return paths[local_rank :: get_world_size()]


class Reader:
    def shard(self, first, last):
        return range(first, last)

    def read(self):
        return self.shard(dist.get_world_size(), int(os.environ["LOCAL_RANK"]))
