"""A scheduler's number of the process among all is what this program calls so."""

import os

import torch.distributed as dist

os.environ["LOCAL_RANK"] = os.environ["SLURM_PROCID"]
dist.init_process_group("nccl", rank=int(os.environ["LOCAL_RANK"]), world_size=int(os.environ["SLURM_NTASKS"]))
