"""Where a condition on several processes chooses, in a way that is not seen for several."""

import torch
import torch.distributed as dist
from others import share
from torch import nn


def main(is_distributed, local_rank):
    if is_distributed:
        dist.init_process_group("gloo")
    model = nn.Linear(4, 1)
    if is_distributed:
        model = share(model)
    else:
        model = nn.DataParallel(model)
    if local_rank == -1:
        model = nn.DataParallel(model)
    if is_distributed:
        model = nn.DataParallel(model)  # suspected: shares no gradients between processes
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        model(torch.rand(8, 4)).mean().backward()
        optimizer.step()


main(True, 0)
