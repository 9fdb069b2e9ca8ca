"""What two programs make of the same data; the one in pretrain.py tells its sampler the epoch."""

from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def divided(dataset, world, rank):
    sampler = DistributedSampler(dataset, num_replicas=world, rank=rank)  # finding: call `sampler.set_epoch(epoch)`
    return DataLoader(dataset, batch_size=8, sampler=sampler), sampler
