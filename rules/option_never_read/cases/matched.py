"""Options that a `match` takes out of the namespace."""

import argparse

import torch


def build(args):
    match args:
        case argparse.Namespace(width=width, rate=rate):
            return torch.optim.SGD(torch.nn.Linear(width, 1).parameters(), lr=rate)


parser = argparse.ArgumentParser()
parser.add_argument("--width", type=int, default=4)
parser.add_argument("--rate", type=float, default=0.1)
parser.add_argument("--rounds", type=int, default=1)  # suspected: nothing reads `rounds`
build(parser.parse_args())
