"""What processes share: some of it asks for all of them."""

import torch.distributed as dist


def is_main_process():
    return dist.get_rank() == 0


def mean_over_ranks(value):
    dist.all_reduce(value)
    return value / dist.get_world_size()


def among_nodes(value, group):
    dist.all_reduce(value, group=group)
    return value
