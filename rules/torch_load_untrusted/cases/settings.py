"""A script that writes checkpoints of its own, and starts from what a setting names."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--pretrained")
parser.add_argument("--resume")
parser.add_argument("--folder")
args = parser.parse_args()
model = nn.Linear(4, 2)
model.load_state_dict(torch.load(args.pretrained, weights_only=False))  # suspected: unpickles the file, so a file from
model.load_state_dict(torch.load(args.resume, weights_only=False))  # suspected: unpickles the file
model.load_state_dict(torch.load(f"{args.folder}/net.pt", weights_only=False))
torch.save(model.state_dict(), f"{args.folder}/net.pt")
