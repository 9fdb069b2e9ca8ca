"""Four ranks, of which this is the first, and data that they can share out or cannot."""

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
model = nn.Linear(4, 2).eval()


def rows(number):
    return TensorDataset(torch.randn(number, 4), torch.zeros(number, dtype=torch.long))


def right_in(loader):
    right = torch.zeros(())
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum()
    dist.all_reduce(right)
    return right


val_set, test_set = rows(33), rows(32)
val_sampler = DistributedSampler(val_set, num_replicas=4, rank=0)  # finding: `DistributedSampler` pads with repeated
print(right_in(DataLoader(val_set, batch_size=8, sampler=val_sampler)) / len(val_set))
test_sampler = DistributedSampler(test_set, num_replicas=4, rank=0)  # finding: `DistributedSampler` pads  # refuted
print(right_in(DataLoader(test_set, batch_size=8, sampler=test_sampler)) / len(test_set))
dist.destroy_process_group()
