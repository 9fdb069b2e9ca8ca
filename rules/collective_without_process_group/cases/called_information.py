"""A program that goes on as one process and says so; that is a way to run it."""

import logging
import os

import torch.distributed as dist

logger = logging.getLogger(__name__)


def report(epoch: int) -> None:
    dist.barrier()  # finding: runs where `"LOCAL_RANK" in os.environ` does not hold
    print(epoch)


def train(epochs: int) -> None:
    if "LOCAL_RANK" in os.environ:
        dist.init_process_group("gloo")
    else:
        logger.info("one process")
    for epoch in range(epochs):
        report(epoch)


if __name__ == "__main__":
    train(2)
