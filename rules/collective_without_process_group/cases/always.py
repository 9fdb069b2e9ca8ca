"""A group in each run, or one that was started before."""

import os

import torch.distributed as dist


def start_once() -> None:
    if dist.is_initialized():
        return
    dist.init_process_group("gloo")


def start_if_there_are_several() -> bool:
    if "RANK" not in os.environ:
        return False  # the caller learns of it
    dist.init_process_group("gloo")
    return True


start_once()
print(dist.get_world_size())
dist.barrier()
