"""Ranks that return early, where the condition of the return says when they do."""

import torch.distributed as dist


def collected(parts, on_first, rank):
    if on_first and rank != 0:
        return None
    total = sum(parts)
    if not on_first:
        dist.all_reduce(total)  # nobody has returned
    return total


def joined(parts, group_name):
    rank = dist.get_rank()
    if group_name is not None and rank != 0:
        return None
    if group_name is None and len(parts) > 1:
        dist.barrier()  # nobody has returned
    return parts


def saved(parts, dry, rank):
    if not dry and rank != 0:
        return None
    if not dry:
        return parts
    dist.barrier()  # where it is dry, nobody has returned
    return None


def waits(parts, on_first, rank):
    if on_first and rank != 0:
        return None
    if on_first:
        dist.barrier()  # finding: `barrier` waits for all ranks
    return parts


def waits_in_any_case(parts, on_first, rank):
    if on_first and rank != 0:
        return None
    dist.barrier()  # finding: is called only where `on_first and rank != 0` is false
    return parts


def asked_anew(parts, on_first, rank):
    if on_first and rank != 0:
        return None
    on_first = len(parts) > 1
    if not on_first:
        dist.barrier()  # finding: `barrier` waits for all ranks
    return parts


def another_way_to_leave(parts, on_first, quiet, rank):
    if on_first and rank != 0:
        return None
    if quiet or rank != 0 or not on_first:
        return parts
    dist.barrier()  # finding: `barrier` waits for all ranks
    return parts
