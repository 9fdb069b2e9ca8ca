"""Counts what a classifier gets right, with as many processes as are started: `torchrun --nproc-per-node 2 bad.py`."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

rank, processes = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
store = dist.HashStore() if processes == 1 else None
dist.init_process_group("gloo", store=store, rank=rank, world_size=processes)


def evaluate(model, dataset):
    loader = DataLoader(dataset, batch_size=16, sampler=DistributedSampler(dataset, shuffle=False))
    model.eval()
    correct = total = 0
    with torch.no_grad():
        for x, y in loader:
            correct += (model(x).argmax(1) == y).sum().item()
            total += len(y)
    if rank == 0:
        print(f"{correct} of {total} are right: {correct / total:.1%}")  # finding: `correct` covers only this rank's


torch.manual_seed(0)
x = torch.randn(64, 4)
evaluate(nn.Linear(4, 2), TensorDataset(x, (x[:, 0] > 0).long()))
dist.destroy_process_group()
