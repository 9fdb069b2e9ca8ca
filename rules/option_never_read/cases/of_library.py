"""Options that Lightning reads by names of its own."""

import argparse

import pytorch_lightning as pl
import torch

parser = argparse.ArgumentParser()
parser.add_argument("--max_epochs", type=int, default=1)
parser.add_argument("--precision", type=int, default=32)
parser.add_argument("--width", type=int, default=4)
args = parser.parse_args()
args.width = 8  # finding: `--width` is overwritten after parsing
model = torch.nn.Linear(args.width, 1)
trainer = pl.Trainer.from_argparse_args(args)
