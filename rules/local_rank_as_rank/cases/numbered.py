"""Ranks on a machine where ranks among all processes are meant."""

import argparse
import os

import torch.distributed as dist
from accelerate import Accelerator
from datasets.distributed import split_dataset_by_node
from torch.utils.data.distributed import DistributedSampler


def group():
    local_rank = int(os.environ.get("LOCAL_RANK", 0))
    dist.init_process_group("nccl", rank=local_rank, world_size=int(os.environ["WORLD_SIZE"]))  # finding: the group never forms
    return local_rank


def group_by_environment():
    dist.init_process_group("nccl", rank=int(os.environ["LOCAL_RANK"]))  # finding: the group never forms


def shares(paths):
    local_rank, processes = int(os.getenv("LOCAL_RANK", "0")), dist.get_world_size()
    return paths[local_rank::processes]  # finding: machines read the same samples; use `dist.get_rank()`


def share_of_accelerator(dataset):
    accelerator = Accelerator()
    place = accelerator.local_process_index
    dataset = dataset.shard(num_shards=accelerator.num_processes, index=place)  # finding: use `accelerator.process_index
    return split_dataset_by_node(dataset, dist.get_node_local_rank(), dist.get_world_size())  # finding: machines read


class Reader:
    def __init__(self, paths):
        self.local_rank = int(os.environ["LOCAL_RANK"])
        self.world_size = dist.get_world_size()
        self.paths = paths

    def __iter__(self):
        yield from self.paths[self.local_rank :: self.world_size]  # finding: machines read the same samples


def of_the_command_line(dataset):
    parser = argparse.ArgumentParser()
    parser.add_argument("--local_rank", type=int, default=0)
    args = parser.parse_args()
    return DistributedSampler(dataset, rank=args.local_rank)  # suspected: machines read the same samples
