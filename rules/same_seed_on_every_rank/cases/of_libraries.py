"""Processes whose group another library makes, and which it seeds, too."""

import torch
import torch.multiprocessing as mp
from icefall.dist import setup_dist
from lhotse.utils import fix_random_seed
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def run(rank, world_size, args):
    fix_random_seed(args.seed)  # finding: makes all ranks draw the same noise
    setup_dist(rank, world_size, args.port)
    model = DDP(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)))
    for x in torch.rand(8, 2, 4):
        model(x).mean().backward()


def run_apart(rank, world_size, args):
    fix_random_seed(args.seed + rank)
    setup_dist(rank, world_size, args.port)
    model = DDP(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)))
    for x in torch.rand(8, 2, 4):
        model(x).mean().backward()


def main(args):
    mp.spawn(run, args=(2, args), nprocs=2)
    mp.spawn(run_apart, args=(2, args), nprocs=2)


def run_epochs(rank, world_size, args):
    setup_dist(rank, world_size, args.port)
    model = DDP(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)))
    for epoch in range(args.epochs):
        fix_random_seed(args.seed + epoch)  # finding: makes all ranks draw the same noise
        for x in torch.rand(8, 2, 4):
            model(x).mean().backward()


def run_and_show(rank, world_size, args):
    fix_random_seed(args.seed + rank)
    setup_dist(rank, world_size, args.port)
    model = DDP(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)))
    for epoch in range(args.epochs):
        for x in torch.rand(8, 2, 4):
            model(x).mean().backward()
        fix_random_seed(0)
        print(epoch, model(torch.randn(1, 4)))


def again(args):
    mp.spawn(run_epochs, args=(2, args), nprocs=2)
    mp.spawn(run_and_show, args=(2, args), nprocs=2)
