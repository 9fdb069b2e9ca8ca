"""A function that is called later seeds again, and all processes alike."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def build(args):
    torch.manual_seed(args.seed)  # finding: undoes `torch.manual_seed(args.seed + rank)`: all ranks draw the same noise
    return nn.Linear(4, 4)


def main(args, loader):
    dist.init_process_group("nccl")
    rank = dist.get_rank()
    torch.manual_seed(args.seed + rank)
    model = DDP(build(args))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        noise = torch.randn_like(x)
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x + noise), noise).backward()
        optimizer.step()
