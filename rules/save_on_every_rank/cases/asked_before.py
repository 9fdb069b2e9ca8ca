"""A variable says which process saves, where there are several; another one has nothing to do with that."""

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def train(gpu, several, keeps_best):
    if several:
        saves = gpu == 0
    else:
        saves = True
    if keeps_best:
        keeps = True
    else:
        keeps = False
    dist.init_process_group("gloo", rank=gpu, world_size=2)
    model = DDP(nn.Linear(3, 1))
    model(torch.rand(8, 3)).sum().backward()
    if saves:
        torch.save(model.module.state_dict(), "first.pt")
    group = dist.group.WORLD
    if group is not None:
        torch.save(model.module.state_dict(), "last.pt")  # finding: all ranks write to `"last.pt"` at the same time
    if group is not None and gpu == 0:
        torch.save(model.module.state_dict(), "second.pt")
    if keeps:
        torch.save(model.module.state_dict(), "best.pt")  # finding: all ranks write to `"best.pt"` at the same time


if __name__ == "__main__":
    mp.spawn(train, args=(True, True), nprocs=2)
