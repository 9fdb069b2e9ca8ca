"""One process, which joins no group."""

import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int, default=0)
torch.cuda.set_device(parser.parse_args().local_rank)
