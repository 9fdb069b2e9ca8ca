"""A program that asks the environment, but shows a command that passes the option.

python -m torch.distributed.launch --nproc_per_node=8 shows_command.py
"""

import argparse
import os

import torch
import torch.distributed as dist

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int)  # suspected: passes `--local-rank` since PyTorch 2.0
args = parser.parse_args()
args.local_rank = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(args.local_rank)
dist.init_process_group("nccl")
