"""Conditional expressions about the rank, and objects that know whether they are the first process."""

import torch.distributed as dist


class Results:
    def __init__(self):
        self.is_chief = dist.get_rank() == 0
        self.is_long = False
        self.found = []

    def summary(self):
        parts = [None] * dist.get_world_size()
        dist.all_gather_object(parts, self.found)
        return parts


def chosen():
    results = Results()
    return results.summary() if dist.get_rank() == 0 else None  # finding: `all_gather_object` waits for all ranks


def chosen_by_object():
    results = Results()
    return results.summary() if results.is_chief else None  # finding: `all_gather_object` waits for all ranks


def chosen_by_length():
    results = Results()
    return results.summary() if results.is_long else None


def shown():
    results = Results()
    found = results.summary()
    return len(found) if results.is_chief else 0


def sent(x, rank):
    return dist.gather_object(x, [None, None]) if rank == 0 else dist.gather_object(x)


def asked(x, world_size):
    return dist.all_reduce(x) if world_size > 1 else x
