"""All processes are on one machine: they meet at its own address."""

import os

import torch.distributed as dist


def group():
    local_rank = int(os.environ["LOCAL_RANK"])
    dist.init_process_group("nccl", init_method="tcp://127.0.0.1:29500", rank=local_rank)
