"""Flags that one rank sets for itself, and that decide about collectives later."""

import torch.distributed as dist


def train(settings, steps, value):
    if dist.get_rank() == 0:
        try:
            import tensorboard  # noqa: F401
        except ImportError:
            settings.log = False
    for step in range(steps):
        if settings.log and step % 10 == 0:
            parts = [None] * dist.get_world_size()
            dist.all_gather_object(parts, value)  # suspected: only where `settings.log`, which some ranks set


def train_and_stop(settings, value, limit):
    stop = False
    if dist.get_rank() == 0 and value > limit:
        stop = True
    if not stop:
        dist.barrier()  # suspected: only where `not stop`, which some ranks set for themselves


def train_and_agree(value, limit):
    stop = False
    if dist.get_rank() == 0 and value > limit:
        stop = True
    decided = [stop]
    dist.broadcast_object_list(decided)
    stop = decided[0]
    if not stop:
        dist.barrier()


def train_by_setting(settings, value):
    if settings.quick:
        settings.log = False
    if settings.log:
        dist.barrier()


def train_alone_or_first(value):
    first = not dist.is_initialized() or dist.get_rank() == 0
    several = dist.is_initialized() and value > 0
    if first:
        dist.barrier()  # finding: `barrier` waits for all ranks, but is called only where `first`
    if several:
        dist.barrier()
