"""Predicts with a checkpoint that is named on the command line."""

import argparse

import encoders
import torch
from torch import nn


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint")
    args = parser.parse_args()
    encoder, head = encoders.fetched().eval(), nn.Linear(8, 2).eval()
    kept = torch.load(args.checkpoint, weights_only=False)  # suspected: unpickles the file, so a file from elsewhere can
    head.load_state_dict(kept["head"])
    with torch.no_grad():
        print(head(encoder(torch.randn(1, 4))))


main()
