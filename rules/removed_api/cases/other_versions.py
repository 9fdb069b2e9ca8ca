"""Versions of libraries that say nothing about PyTorch."""

import huggingface_hub
import torch
import torchvision
from packaging import version

hub_version = huggingface_hub.__version__
assert version.parse(hub_version) >= version.parse("0.22.0"), "an old huggingface_hub"
solved = torch.lstsq  # finding: `torch.lstsq` fails since PyTorch 2.0

if version.parse(huggingface_hub.__version__) < version.parse("0.20"):
    factors = torch.symeig  # finding: `torch.symeig` fails since PyTorch 2.0
elif version.parse(torchvision.__version__) < version.parse("0.10"):
    factors = torch.symeig


def solve(a, b):
    if version.parse(torch.__version__) < version.parse("1.9"):
        return torch.lstsq(b, a)
    return torch.linalg.lstsq(a, b)


OLD = torch.__version__
IS_OLD = version.parse(OLD) < version.parse("1.9")


def with_another_library(a):
    if IS_OLD and version.parse(huggingface_hub.__version__) < version.parse("0.20"):
        return torch.symeig(a)
    if hasattr(torch, "symeig") and version.parse(huggingface_hub.__version__) < version.parse("0.20"):
        return torch.symeig(a)
    return torch.linalg.eigh(a)


def without_one_of_torch(a):
    if a.is_cuda and version.parse(huggingface_hub.__version__) < version.parse("0.20"):
        return torch.symeig(a)  # finding: `torch.symeig` fails since PyTorch 2.0
    return torch.linalg.eigh(a)
