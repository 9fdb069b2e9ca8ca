"""Ways to leave the other ranks out."""

import functools

import torch
import torch.distributed as dist
from torch.distributed import barrier, get_rank


def mean_over_ranks(value):
    if dist.get_world_size() < 2:
        return value
    dist.all_reduce(value)
    return value / dist.get_world_size()


def is_main_process():
    return get_rank() == 0


class Trainer:
    def __init__(self, model, rank):
        self.model, self.rank = model, rank

    def save(self, path):
        if self.rank == 0:
            torch.save(self.model.state_dict(), path)
            dist.barrier()  # finding: `barrier` waits for all ranks, but is called only where `self.rank == 0`

    def log(self, loss):
        if is_main_process():
            print(mean_over_ranks(loss.detach()))  # finding: `all_reduce` waits for all ranks

    def finish(self, metric):
        rank = get_rank()
        if rank != 0:
            return
        dist.reduce(metric, dst=0)  # finding: is called only where `rank != 0` is false
        print(metric)


def share(tensor, args):
    if not args.local_rank:
        dist.broadcast(tensor, src=0)  # finding: `broadcast` waits for all ranks
    return tensor


def wait():
    if dist.get_rank() > 0:
        barrier()  # finding: `barrier` waits for all ranks, but is called only where `dist.get_rank() > 0`


def read(path):
    data = [None]
    if dist.get_rank() == 0:
        data = [torch.load(path, weights_only=True)]
        dist.broadcast_object_list(data)
    else:
        dist.broadcast_object_list(data)
    return data[0]


def read_if_asked(path, data, is_asked):
    if is_asked:
        dist.broadcast_object_list(data)
    else:
        print(path)


@functools.cache
def measured(step):
    dist.barrier()
    return 2 * step


def restore(model, path):
    if dist.get_rank() == 0:
        model.load_state_dict(read(path))  # finding: `broadcast_object_list` waits for all ranks
        print(measured(3))  # suspected: `barrier` may wait for all ranks
        read_if_asked(path, [], is_asked=False)
