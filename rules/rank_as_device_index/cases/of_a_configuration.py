"""The rank is kept in a configuration's attribute, whatever that is called."""

import os

import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def wrap(config, net):
    dist.init_process_group("nccl")
    config.local_rank = dist.get_rank()
    return DistributedDataParallel(net, device_ids=[config.local_rank])  # finding: `config.local_rank` counts over all


def wrap_on_own(config, net):
    config.local_rank = int(os.environ["LOCAL_RANK"])
    return DistributedDataParallel(net, device_ids=[config.local_rank])


def wrap_as_given(config, net):
    config.rank = dist.get_rank()
    return DistributedDataParallel(net, device_ids=[config.local_rank])


def wrap_by_count(config, net, per_machine):
    config.local_rank = dist.get_rank()
    config.local_rank = config.local_rank % per_machine
    return DistributedDataParallel(net, device_ids=[config.local_rank])
