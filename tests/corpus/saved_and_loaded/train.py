"""Wrapped where a flag says so; another file loads it into a plain model."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--several", action="store_true")
args = parser.parse_args()

net = nn.Linear(8, 2)
if args.several:
    net = nn.DataParallel(net)
torch.save(net.state_dict(), "net.pt")  # finding: saves keys with the prefix `module.`
