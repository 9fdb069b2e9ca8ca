"""A model on the device with the number of its process's rank."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

# What torchrun sets in the first process of a second machine, with two processes on each.
TORCHRUN = {"RANK": "2", "LOCAL_RANK": "0"} | os.environ


def wrap(model):
    rank = dist.get_rank() if dist.is_initialized() else int(TORCHRUN["RANK"])
    print(f"takes cuda:{rank}, and should take cuda:{TORCHRUN['LOCAL_RANK']}")
    return model


def train(model):
    rank = dist.get_rank()
    torch.cuda.set_device(rank)  # finding: `rank` counts over all machines, so a second machine has no such device;
    return DistributedDataParallel(model.cuda(), device_ids=[rank])


if torch.cuda.is_available() and dist.is_initialized():
    train(nn.Linear(4, 2))
else:
    wrap(nn.Linear(4, 2))
