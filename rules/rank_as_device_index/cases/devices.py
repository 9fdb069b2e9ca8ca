import os

import torch
import torch.distributed as dist
from torch.distributed import get_rank
from torch.nn.parallel import DistributedDataParallel as DDP


def direct(model):
    torch.cuda.set_device(dist.get_rank())  # finding: `dist.get_rank()` counts over all machines, so a second machine
    return DDP(model, device_ids=[get_rank()])  # finding: `get_rank()` counts over all machines, so a second machine


def by_variable(model):
    rank = int(os.environ["RANK"])
    device = torch.device(f"cuda:{rank}")  # finding: `rank` counts over all machines, so a second machine has no such
    return DDP(model.to(device), device_ids=[rank])


class Trainer:
    def __init__(self, model):
        self.rank = dist.get_rank()
        self.device = torch.device("cuda", self.rank)  # finding: `self.rank` counts over all machines, so a second
        self.model = model.to(self.device)


def mixed(model):
    rank = dist.get_rank()
    device = rank % torch.cuda.device_count()
    model = model.to(device)
    return DDP(model, device_ids=[rank])  # finding: use `int(os.environ["LOCAL_RANK"])`


def of_one_process(model):
    rank = dist.get_rank() if dist.is_initialized() else 0
    return model.to(torch.device("cuda", rank))  # finding: `rank` counts over all machines, so a second machine has no


def by_variable_with_a_default(model):
    rank = int(os.environ.get("RANK", "0"))
    torch.cuda.set_device(rank)  # finding: `rank` counts over all machines, so a second machine has no such
    return model


def by_local_variable_with_a_default(model):
    rank = int(os.environ.get("LOCAL_RANK", os.environ.get("RANK", "0")))
    torch.cuda.set_device(rank)
    return model


def on_its_machine(model):
    local_rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(local_rank)
    return DDP(model, device_ids=[local_rank])


def by_modulo(model):
    rank = dist.get_rank() % torch.cuda.device_count()
    torch.cuda.set_device(rank)
    return DDP(model, device_ids=[rank])


def by_quotient():
    rank = int(os.environ["RANK"]) % torch.cuda.device_count()
    torch.cuda.set_device(rank)


def either(model, rank):
    if "SLURM_LOCALID" in os.environ:
        rank = int(os.environ["SLURM_LOCALID"])
    elif rank is None:
        rank = dist.get_rank()
    torch.cuda.set_device(rank)
    return model


def given(model, rank):
    return DDP(model, device_ids=[rank])


def of_no_device(sampler):
    return sampler(rank=dist.get_rank(), device_ids=[0])


def by_texts(model):
    rank = dist.get_rank()
    state = torch.load("state.pt", map_location="cuda:%d" % rank)  # finding: `rank` counts over all machines, so a
    model.load_state_dict(state)
    return model.to("cuda:{}".format(rank))


def by_text(model):
    rank = dist.get_rank()
    return model.to("cuda:" + str(rank))  # finding: `rank` counts over all machines, so a second machine has no such


def by_texts_on_its_machine(model):
    local_rank = int(os.environ["LOCAL_RANK"])
    return model.to("cuda:{}".format(local_rank)), "rank %d" % dist.get_rank()
