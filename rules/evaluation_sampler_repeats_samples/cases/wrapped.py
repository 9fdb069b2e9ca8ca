"""A wrapper that broadcasts its buffers in each forward, so ranks with fewer batches would leave the others waiting."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def right_in(model, val_set, rank, world_size):
    model = DistributedDataParallel(model)
    sampler = DistributedSampler(val_set, world_size, rank)  # finding: `DistributedSampler` pads with repeated
    right = torch.zeros(())
    for x, y in DataLoader(val_set, batch_size=16, sampler=sampler):
        right += (model(x).argmax(1) == y).sum()
    dist.all_reduce(right)
    return right
