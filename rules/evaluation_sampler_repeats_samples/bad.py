"""Counts what a classifier gets right, with as many processes as are started: `torchrun --nproc-per-node 8 bad.py`."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes)


def evaluate(model, val_set):
    sampler = DistributedSampler(val_set, shuffle=False)  # finding: `DistributedSampler` pads with repeated samples,
    counts = torch.zeros(2, dtype=torch.long)
    model.eval()
    with torch.no_grad():
        for x, y in DataLoader(val_set, batch_size=4, sampler=sampler):
            counts += torch.tensor([(model(x).argmax(1) == y).sum(), len(y)])
    dist.all_reduce(counts)
    right, seen = counts.tolist()
    if rank == 0:
        print(f"{right} of {seen} are right: {right / seen:.1%}")


torch.manual_seed(0)
x = torch.randn(33, 4)
evaluate(nn.Linear(4, 2), TensorDataset(x, (x[:, 0] > 0).long()))
dist.destroy_process_group()
