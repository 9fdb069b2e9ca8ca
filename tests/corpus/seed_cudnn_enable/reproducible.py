"""A page's recipe for runs that can be repeated, in which one of the settings does not exist."""

import torch


def make_repeatable():
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False
    torch.backends.cudnn.enable = True  # finding: `torch.backends.cudnn.enable` is a setting that PyTorch never reads


make_repeatable()
