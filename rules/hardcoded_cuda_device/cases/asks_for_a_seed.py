"""Asks for CUDA to seed it, and has no other way than CUDA."""

import torch

if torch.cuda.is_available():
    torch.cuda.manual_seed_all(0)
rows = torch.ones(2).to("cuda")
