"""The same with a command that passes nothing.

python -m torch.distributed.launch --nproc_per_node=8 --use_env shows_other_command.py
"""

import argparse
import os

import torch
import torch.distributed as dist

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int)
args = parser.parse_args()
args.local_rank = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(args.local_rank)
dist.init_process_group("nccl")
