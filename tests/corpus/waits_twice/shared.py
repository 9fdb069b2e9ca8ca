"""What several parts of a program call."""

import torch.distributed as dist


def agreed(value):
    dist.broadcast(value, 0)
    return value
