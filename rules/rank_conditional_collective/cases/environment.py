"""The rank as torchrun gives it."""

import os

import torch
import torch.distributed as dist


def report(loss: torch.Tensor):
    place, size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    if place == 0:
        dist.all_reduce(loss)  # finding: `all_reduce` waits for all ranks, but is called only where `place == 0`
    if size > 1:
        dist.all_reduce(loss)
    return loss


def log(loss: torch.Tensor):
    wanted = int(os.environ.get("LOG_EVERYTHING", "0"))
    if wanted == 0:
        dist.all_reduce(loss)
    first = int(os.getenv("LOCAL_RANK", "0")) == 0
    if int(os.getenv("LOCAL_RANK", "0")) == 0:
        dist.barrier()  # finding: `barrier` waits for all ranks
    return first
