"""How many processes there are is the same number in all of them; which one of them this is differs."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def denoise(loader):
    model = DDP(nn.Linear(4, 4))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        noise = torch.randn_like(x)
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x + noise), noise).backward()
        optimizer.step()


def by_the_count(args, loader):
    dist.init_process_group("nccl")
    torch.manual_seed(args.seed * args.num_processes)  # finding: makes all ranks draw the same noise
    denoise(loader)


def by_the_gpus(args, loader):
    dist.init_process_group("nccl")
    torch.manual_seed(args.seed + torch.cuda.device_count())  # finding: makes all ranks draw the same noise
    denoise(loader)


def by_a_setting(config, loader):
    dist.init_process_group("nccl")
    torch.manual_seed(config["seed"] + config["num_gpus"])  # finding: makes all ranks draw the same noise
    denoise(loader)


def by_the_environment(loader):
    dist.init_process_group("nccl")
    torch.manual_seed(1234 + int(os.environ["SLURM_PROCID"]) + int(os.environ["LOCAL_RANK"]))
    denoise(loader)


def by_a_number(loader):
    dist.init_process_group("nccl")
    device_seed = 1234
    torch.manual_seed(device_seed)  # finding: makes all ranks draw the same noise
    denoise(loader)


def by_an_offset(args, loader):
    dist.init_process_group("nccl")
    offset = 100 if args.resume else 0
    torch.manual_seed(args.seed + offset)  # finding: makes all ranks draw the same noise
    denoise(loader)


def by_an_own_offset(args, loader):
    dist.init_process_group("nccl")
    offset = 1000 * dist.get_rank()
    torch.manual_seed(args.seed + offset)
    denoise(loader)


def by_the_process(args, loader):
    dist.init_process_group("nccl")
    torch.manual_seed(args.seed * args.num_gpus + args.process_index)
    denoise(loader)


def seed_all(seed=7, shift=0):
    seed += shift
    torch.manual_seed(seed)


def by_a_shift(rank, loader):
    dist.init_process_group("nccl")
    seed_all(shift=rank)
    denoise(loader)


def seed_equally(seed=7, shift=0):
    seed += shift
    torch.manual_seed(seed)  # finding: makes all ranks draw the same noise


def by_an_equal_shift(args, loader):
    dist.init_process_group("nccl")
    seed_equally(shift=args.seed)
    denoise(loader)
