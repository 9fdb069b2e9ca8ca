"""The variable is set for a library, as far as the launcher has not done so."""

import argparse
import os

from acme import train

parser = argparse.ArgumentParser()
parser.add_argument("--launcher", choices=["none", "pytorch", "slurm"], default="none")
parser.add_argument("--local_rank", type=int, default=0)  # suspected: passes `--local-rank` since PyTorch 2.0
args = parser.parse_args()
if "LOCAL_RANK" not in os.environ:
    os.environ["LOCAL_RANK"] = str(args.local_rank)
train(args.launcher)
