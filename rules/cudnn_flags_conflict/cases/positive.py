"""Both wishes, written in several ways."""

import torch
import torch.backends.cudnn as cudnn
from torch.backends import cudnn as backend


def fast_and_repeatable(args):
    if args.seed is not None:
        torch.manual_seed(args.seed)
        cudnn.deterministic = True
        cudnn.benchmark = True  # finding: `cudnn.benchmark = True` picks algorithms by timing, so


def with_algorithms():
    torch.use_deterministic_algorithms(True)
    backend.benchmark = True  # finding: picks algorithms by timing, so


def later(args):
    cudnn.benchmark = True  # finding: set it to False
    if args.gpu:
        torch.backends.cudnn.deterministic = True


def said_twice():
    cudnn.benchmark = True
    torch.manual_seed(0)
    if True:
        cudnn.benchmark = True  # finding: set it to False
        cudnn.deterministic = True


def said_twice_or_once(args):
    cudnn.benchmark = True  # finding: set it to False
    cudnn.deterministic = True
    if args.fast:
        cudnn.benchmark = True  # finding: set it to False
