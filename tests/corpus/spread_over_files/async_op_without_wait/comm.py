"""Helpers that return the handle of a collective, wait for it, or keep it."""

import torch.distributed as dist


def start_reduce(x):
    return dist.all_reduce(x, async_op=True)


def reduce_and_wait(x):
    work = dist.all_reduce(x, async_op=True)
    work.wait()


class Reducer:
    def __init__(self):
        self.handles = []

    def add(self, x):
        self.handles.append(dist.all_reduce(x, async_op=True))

    def finish(self):
        for h in self.handles:
            h.wait()
