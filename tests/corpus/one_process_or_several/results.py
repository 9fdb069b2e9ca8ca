"""Brings results of all processes together."""

import torch
import torch.distributed as dist


def gathered(values: torch.Tensor) -> torch.Tensor:
    parts = [torch.empty_like(values) for _ in range(dist.get_world_size())]  # finding: creates no process group
    dist.all_gather(parts, values)
    return torch.cat(parts)


def summed(values: torch.Tensor) -> torch.Tensor:
    dist.all_reduce(values)  # main.py asks before it calls this
    return values
