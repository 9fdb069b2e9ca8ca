"""Doubles a few numbers on the second GPU, if there are several."""

import os

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
os.environ["CUDA_VISIBLE_DEVICES"] = "1"  # finding: has no effect here
print(2 * torch.ones(3, device=device))
