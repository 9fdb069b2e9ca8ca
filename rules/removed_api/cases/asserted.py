"""A program that says which PyTorch it is for."""

import torch

solve = torch.lstsq  # finding: `torch.lstsq` fails since PyTorch 2.0
assert torch.__version__.startswith("0."), "for PyTorch 0.4"
assert torch.cuda.device_count() >= 0
from torch.utils.ffi import create_extension

layers = torch.legacy.nn.Sequential()
