"""The launcher of this library passes `--local_rank`."""

import argparse

import deepspeed
import torch

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int, default=-1)
args = deepspeed.add_config_arguments(parser).parse_args()
torch.cuda.set_device(args.local_rank)
torch.distributed.init_process_group("nccl")
