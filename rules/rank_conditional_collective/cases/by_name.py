"""A name for the comparison is a condition on the rank."""

import torch.distributed as dist


def saved(write):
    is_first_of_all = dist.get_rank() == 0
    if is_first_of_all:
        write()
        dist.barrier()  # finding: `barrier` waits for all ranks


def saved_and_awaited(write):
    writes = dist.get_rank() == 0
    if writes:
        write()
    dist.barrier()


def alone(write):
    is_alone = dist.get_world_size() == 1
    if not is_alone:
        write()
        dist.barrier()


def chosen(write, is_asked):
    writes = dist.get_rank() == 0
    if is_asked:
        writes = True
    if writes:
        write()
        dist.barrier()
