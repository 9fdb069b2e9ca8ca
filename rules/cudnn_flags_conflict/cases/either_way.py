"""Both flags are on in one branch, and off in the other."""

import torch


def prepare(seed, deterministic):
    torch.manual_seed(seed)
    if deterministic:
        torch.backends.cudnn.deterministic = True
        torch.backends.cudnn.benchmark = True  # finding: picks algorithms by timing
    else:
        torch.backends.cudnn.deterministic = False
        torch.backends.cudnn.benchmark = True
