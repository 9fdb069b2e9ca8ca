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
