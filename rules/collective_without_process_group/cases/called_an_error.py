"""A program that says it is an error when no launcher has started it; its tests make a group themselves."""

import logging
import os

import torch.distributed as dist

logger = logging.getLogger(__name__)


def rank() -> int:
    return dist.get_rank()


def start() -> None:
    if "LOCAL_RANK" not in os.environ:
        logger.error("start this with torchrun")
        return
    dist.init_process_group("gloo")


def train(epochs: int) -> None:
    if "LOCAL_RANK" in os.environ:
        dist.init_process_group("gloo")
    else:
        logger.error("no launcher; this is for tests only")
    for epoch in range(epochs):
        print(epoch, rank())
        dist.barrier()


if __name__ == "__main__":
    train(2)
