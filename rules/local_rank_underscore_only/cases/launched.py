"""A program whose processes PyTorch starts, with the older spelling of their number alone."""

import argparse

import torch
import torch.distributed as dist


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("-r", "--local_rank", default=0, type=int, help="set by the launcher")  # finding: gets no value
    return parser.parse_args()


class Trainer:
    def __init__(self, args):
        self.local_rank = args.local_rank
        torch.cuda.set_device(self.local_rank)
        dist.init_process_group("nccl", init_method="env://")


Trainer(options())
