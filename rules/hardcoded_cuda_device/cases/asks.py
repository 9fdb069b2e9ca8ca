"""Asks once, and is then sure."""

import torch

if not torch.cuda.is_available():
    raise SystemExit("needs a GPU")
device = torch.device("cuda")
print(torch.ones(2).cuda() + torch.ones(2, device="cuda"))
