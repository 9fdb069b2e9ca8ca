"""Distributes models over the GPUs."""

import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import ShardingStrategy


def codec():
    return FSDP(nn.Linear(8, 8), sharding_strategy=ShardingStrategy.FULL_SHARD)


def codec_if_there_are_several():
    net = nn.Linear(8, 8)
    if dist.get_world_size() == 1:
        return net
    return FSDP(net)


def whole_codec():
    return FSDP(nn.Linear(8, 8), sharding_strategy=ShardingStrategy.NO_SHARD)


def judge():
    return FSDP(nn.Linear(8, 1))
