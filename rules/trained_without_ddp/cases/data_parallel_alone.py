"""DataParallel for one process, DistributedDataParallel for several."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def main(is_alone):
    model = nn.Linear(4, 1)
    if is_alone:
        model = nn.DataParallel(model)
    else:
        dist.init_process_group("gloo")
        model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        model(torch.rand(8, 4)).mean().backward()
        optimizer.step()


main("RANK" not in os.environ)
