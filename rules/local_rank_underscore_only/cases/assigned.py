"""The number is worked out from another one."""

import argparse

import torch
import torch.distributed as dist

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int, default=0)
args = parser.parse_args()
dist.init_process_group("nccl")
args.local_rank = dist.get_rank() % torch.cuda.device_count()
torch.cuda.set_device(args.local_rank)
