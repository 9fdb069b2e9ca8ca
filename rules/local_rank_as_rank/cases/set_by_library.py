"""`LOCAL_RANK` as this program sets it for libraries that ask for it."""

import os

import torch.distributed as dist
from torch.utils.data import DistributedSampler

os.environ.update({"LOCAL_RANK": os.environ["SLURM_PROCID"], "WORLD_SIZE": os.environ["SLURM_NTASKS"]})


def share(dataset):
    return DistributedSampler(dataset, num_replicas=dist.get_world_size(), rank=int(os.environ["LOCAL_RANK"]))
