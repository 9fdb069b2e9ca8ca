"""A namespace that code gets which torchlint doesn't see."""

import argparse

import torch
from someones_library import Trainer

parser = argparse.ArgumentParser()
parser.add_argument("--rounds", type=int, default=1)  # suspected: nothing reads `rounds`
parser.add_argument("--rate", type=float, default=0.1)
args = parser.parse_args()

if __name__ == "__main__":
    model = torch.nn.Linear(4, 1)
    Trainer(args).fit(torch.optim.SGD(model.parameters(), lr=args.rate))
