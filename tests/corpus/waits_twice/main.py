"""The same helper, twice, with arguments that are alike: both calls wait."""

import torch.distributed as dist

from shared import agreed


def restore(values):
    if dist.get_rank() == 0:
        return agreed(values)  # finding: `broadcast` waits for all ranks
    return values


def restore_more(values):
    if dist.get_rank() == 0:
        return agreed(values)  # finding: `broadcast` waits for all ranks
    return values


def restore_everywhere(values):
    return agreed(values)
