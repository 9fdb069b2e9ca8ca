"""Chooses the device, for the solver and for a look at the host's own work."""

import argparse

import torch
from solver import measure
from torch import nn
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--batch", type=int, default=8)
args = parser.parse_args()
args.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

if __name__ == "__main__":
    model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 1)).to(args.device)
    print(measure(args, model, DataLoader(torch.randn(256, 64), batch_size=args.batch)))
