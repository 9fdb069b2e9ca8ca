"""The first rank alone decides to leave, inside a condition on the rank."""

import torch.distributed as dist


def trained(batches, patience, step, evaluate):
    rank, worse = dist.get_rank(), 0
    for batch in batches:
        step(batch)
        if rank == 0:
            worse = worse + 1 if evaluate() > 0 else 0
            if worse > patience:
                print("no better")
                break
        dist.barrier()  # finding: is called only where `worse > patience` is false


def returned(rank, files):
    if rank == 0:
        if files:
            if len(files) > 3:
                return None
    dist.barrier()  # finding: is called only where `len(files) > 3` is false
    return files


def alone(rank, world_size, files):
    if rank == 0:
        if world_size == 1:
            return files
    dist.barrier()
    return files


def raised(rank, loss):
    """The launcher ends the other processes."""
    if rank == 0:
        if loss != loss:
            raise RuntimeError("diverged")
    dist.barrier()


def all_alike(rank, files):
    if rank == 0:
        if not files:
            return None
    else:
        if not files:
            return None
    dist.barrier()
    return files


def not_then(rank, files, dry):
    if rank == 0:
        if dry:
            return None
    if not dry:
        dist.barrier()  # where this holds, nobody has returned
    return files


def next_one(rank, files):
    if rank == 0:
        for file in files:
            if not file:
                continue
            print(file)
    dist.barrier()
