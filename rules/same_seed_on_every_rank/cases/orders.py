"""Seeds in one place and another: the last one before training decides."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def seed_everything(seed):
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)


def model_of(args):
    seed_everything(args.seed)
    return nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 2))


def fit(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def alike(args, loader):
    dist.init_process_group("nccl")
    seed_everything(args.seed)  # finding: `seed_everything(args.seed)` makes all ranks draw the same dropout
    fit(DDP(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 2))), loader)


def each_its_own(args, loader):
    dist.init_process_group("nccl")
    seed_everything(args.seed + dist.get_rank())
    fit(DDP(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 2))), loader)


def own_undone(args, loader):
    dist.init_process_group("nccl")
    torch.manual_seed(args.seed + dist.get_rank())
    torch.manual_seed(1)  # finding: undoes `torch.manual_seed(...)`:
    fit(DDP(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 2))), loader)


def same_weights_then_own(args, loader):
    dist.init_process_group("nccl")
    torch.manual_seed(args.seed)
    model = DDP(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 2)))
    torch.manual_seed(args.seed + dist.get_rank())
    fit(model, loader)


def by_a_name(args, loader):
    dist.init_process_group("nccl")
    seed = args.seed * dist.get_world_size() + dist.get_rank()
    torch.manual_seed(seed)
    fit(DDP(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 2))), loader)


def by_a_condition(args, loader, distributed):
    if distributed:
        dist.init_process_group("nccl")
        torch.manual_seed(args.seed + dist.get_rank())
    else:
        torch.manual_seed(args.seed)
    fit(DDP(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 2))), loader)


def one_process(args, loader):
    torch.manual_seed(args.seed)
    fit(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 2)), loader)


def from_the_caller(seed, loader):
    torch.manual_seed(seed)
    fit(DDP(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 2))), loader)
