"""A parameter by the name of an import may be anything."""

import torch


def endless(torch):
    return torch._six.inf, torch.symeig


whole = torch.linalg.eigh
