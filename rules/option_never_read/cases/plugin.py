"""Options that a function adds to a parser of somebody else, who parses them."""

import torch


def add_options(parser):
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--heads", type=int, default=4)


def build(args):
    return torch.nn.MultiheadAttention(64, args.heads)
