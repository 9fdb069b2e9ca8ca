"""A function that is gone, and that the program puts back."""

import torch

torch.symeig = torch.linalg.eigh
solve = torch.symeig
values = torch.lstsq  # finding: `torch.lstsq` fails since PyTorch 2.0
