"""Conditions that also say that there are several processes: among these, only some come to the collective."""

import torch.distributed as dist


def saved(save, rank, world_size):
    if world_size > 1 and rank == 0:
        save()
        dist.barrier()  # finding: `barrier` waits for all ranks


def saved_alone(save, rank, world_size):
    if rank == 0 or world_size == 1:
        save()
    if rank == 0 or world_size > 1:
        dist.barrier()


def reduced(total, args):
    if args.distributed and args.rank == 0:
        dist.all_reduce(total)  # finding: `all_reduce` waits for all ranks


def reduced_by_all(total, args):
    if args.distributed or args.rank == 0:
        dist.all_reduce(total)


def gathered(parts, part):
    if not dist.is_initialized() or dist.get_rank() == 0:
        dist.all_gather(parts, part)  # finding: `all_gather` waits for all ranks


def left(total, args):
    if args.distributed and args.rank != 0:
        return
    dist.all_reduce(total)  # finding: `all_reduce` waits for all ranks


def waited(rank):
    if dist.get_world_size() == 1 or rank == 0:
        dist.barrier()  # finding: `barrier` waits for all ranks


def asked_for(total, args, rank):
    if rank == 0 or args.everywhere:
        dist.all_reduce(total)
