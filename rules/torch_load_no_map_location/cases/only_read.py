"""Weights from somewhere, which this program only reads."""

import sys

import torch
from torch import nn

net = nn.Linear(4, 2).cuda()
net.load_state_dict(torch.load(sys.argv[1]))  # suspected: fails without the GPU that the file was saved from
