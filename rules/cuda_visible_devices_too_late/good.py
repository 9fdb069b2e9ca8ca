"""Doubles a few numbers on the second GPU, if there are several."""

import os

import torch

os.environ["CUDA_VISIBLE_DEVICES"] = "1"
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(2 * torch.ones(3, device=device))
