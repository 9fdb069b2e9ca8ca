"""Options that are typed again for another program, which is run with them on each GPU."""

import argparse
import subprocess
import sys

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--rate", type=float, default=0.1)
parser.add_argument("--width", type=int, default=4)
parser.add_argument("--seed", type=int, default=0)
args = parser.parse_args()
args.seed = 0  # finding: `--seed` is overwritten after parsing
command = [sys.executable, "train.py"]
for name, value in vars(args).items():
    command.append(f"--{name}={value}")
for _ in range(torch.cuda.device_count()):
    subprocess.run(command, check=True)
