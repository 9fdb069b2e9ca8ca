"""Helpers that ask for the rank, reduce, and save with a barrier."""

import torch
import torch.distributed as dist


def is_main_process():
    return dist.get_rank() == 0


def reduce_mean(x):
    dist.all_reduce(x)
    return x / dist.get_world_size()


def save(state, path):
    torch.save(state, path)
    dist.barrier()
