"""Processes that the program starts, and numbers."""

import argparse

import torch
import torch.distributed as dist
from torch import multiprocessing


def work(place, args):
    torch.cuda.set_device(args.local_rank + place)
    dist.init_process_group("nccl", init_method="tcp://localhost:29500", rank=place, world_size=2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--local_rank", type=int, default=0)
    multiprocessing.spawn(work, args=(parser.parse_args(),), nprocs=2)
