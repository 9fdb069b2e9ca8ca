"""Samplers by all names that PyTorch has for their bases."""

import torch
from torch.utils.data import DistributedSampler as _DistributedSampler
from torch.utils.data.distributed import DistributedSampler
from torch.utils.data.sampler import Sampler


class Mixed(Sampler):
    def __init__(self, count):
        self.count = count

    def __iter__(self):
        mixed = torch.Generator()  # finding: draws the same numbers
        return iter(torch.randperm(self.count, generator=mixed).tolist())


class Shared(DistributedSampler):
    def __iter__(self):
        mixed = torch.Generator()  # finding: draws the same numbers
        return iter(torch.randperm(len(self.dataset), generator=mixed).tolist())


class Renamed(_DistributedSampler):
    def __iter__(self):
        if self.shuffle:
            mixed = torch.Generator()  # finding: draws the same numbers
            return iter(torch.randperm(len(self.dataset), generator=mixed).tolist())
        return iter(range(len(self.dataset)))


class Seeded(DistributedSampler):
    def __iter__(self):
        mixed = torch.Generator()
        mixed.manual_seed(self.epoch)
        return iter(torch.randperm(len(self.dataset), generator=mixed).tolist())
