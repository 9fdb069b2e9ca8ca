"""Collectives that all ranks come to, each by its own way, and those that are not for all."""

import contextlib

import torch
import torch.distributed as dist


@contextlib.contextmanager
def first_rank_first(local_rank):
    if local_rank not in (-1, 0):
        dist.barrier()
    yield
    if local_rank == 0:
        dist.barrier()


def download(path, rank):
    if rank != 0:
        dist.barrier()
    data = torch.load(path, weights_only=True)
    if rank == 0:
        dist.barrier()
    return data


def send(tensor, parts, rank):
    if rank == 0:
        dist.scatter(tensor, parts)
    else:
        dist.scatter(tensor)
    if dist.get_rank() == 0:
        size = torch.tensor(len(parts))
        dist.broadcast(size, src=0)
        return size
    size = torch.zeros((), dtype=torch.long)
    dist.broadcast(size, src=0)
    return size


def among_some(tensor, rank, nodes, first):
    if rank == 0:
        dist.all_reduce(tensor, group=nodes)
        dist.send(tensor, dst=1)
    if dist.get_rank(first) == 0:
        dist.barrier(first)
    if rank != -1:
        dist.barrier()


def gather(value):
    values = [torch.zeros_like(value) for _ in range(dist.get_world_size())]
    dist.all_gather(values, value)
    return values


def average(values, rank, world_size):
    mean = torch.stack(gather(values)).mean(0)
    if rank == 0:
        print(mean)
    if rank == 0 and world_size == 1:
        gather(values)
    if rank == 0:
        mean = gather(values)
    else:
        gather(values)
    return mean


def maybe_gather(value, everywhere):
    if everywhere:
        return gather(value)
    return [value]


def report(value, rank):
    if rank == 0:
        print(maybe_gather(value, everywhere=False))
    dist.barrier()


class LowRank:
    def __init__(self, rank):
        self.rank = rank

    def describe(self):
        if self.rank > 4:
            print("wide")
        if self.rank == 0:
            self.reduce()

    def reduce(self):
        return self.rank
