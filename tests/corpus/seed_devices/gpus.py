"""Asks for a GPU, and then says which."""

import os

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
os.environ["CUDA_VISIBLE_DEVICES"] = "2"  # finding: has no effect here
print(torch.ones(3, device=device))
