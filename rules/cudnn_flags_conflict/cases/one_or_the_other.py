"""One branch asks for speed, the other one for the same results."""

import torch

def start(seed, fast):
    torch.manual_seed(seed)
    if fast:
        torch.backends.cudnn.deterministic = False
        torch.backends.cudnn.benchmark = True
    else:
        torch.backends.cudnn.deterministic = True
        torch.backends.cudnn.benchmark = False
