"""Settings that a program computes before it saves: some of them ask for the rank."""

import argparse

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def is_chief(settings):
    return settings.rank == 0


def train():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", default="runs")
    settings = parser.parse_args()
    dist.init_process_group("nccl")
    settings.rank = dist.get_rank()
    settings.saves = bool(settings.folder) and is_chief(settings)
    settings.saves_often = settings.folder != "short"
    model = DistributedDataParallel(nn.Linear(3, 3))
    for epoch in range(3):
        model(torch.ones(3, 3)).sum().backward()
        if settings.saves and epoch > 0:
            torch.save(model.module.state_dict(), f"{settings.folder}/latest.pt")
        if settings.saves_often:
            torch.save(model.module.state_dict(), "often.pt")  # finding: all ranks write to `"often.pt"`


train()
