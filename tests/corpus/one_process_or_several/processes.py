"""Starts the processes that torchrun has asked for, if any."""

import os

import torch.distributed as dist


def init_distributed_mode() -> None:
    if "RANK" not in os.environ:
        print("Not using distributed mode")
        return
    dist.init_process_group("nccl")


def is_distributed() -> bool:
    return dist.is_available() and dist.is_initialized()
