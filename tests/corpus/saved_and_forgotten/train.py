"""Wrapped where a flag says so; nothing in the project loads what is saved."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--several", action="store_true")
args = parser.parse_args()

net = nn.Linear(8, 2)
if args.several:
    net = nn.DataParallel(net)
torch.save(net.state_dict(), "net.pt")  # suspected: saves keys with the prefix `module.`
