"""A program of several processes, each of which loads to the GPU that saved the file."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def restore(net, path):
    if torch.cuda.is_available():
        net.load_state_dict(torch.load(path))  # suspected: loads to the GPU that saved the file in every process
    else:
        net.load_state_dict(torch.load(path, map_location="cpu"))


def restore_beside(net, path, device):
    if device.type != "cpu":
        saved = torch.load(path)  # suspected: loads to the GPU that saved the file in every process
    else:
        saved = torch.load(path, map_location=device)
    net.load_state_dict(saved)


def restore_the_other_way(net, path):
    if not torch.cuda.is_available():
        net.load_state_dict(torch.load(path, map_location="cpu"))
    else:
        net.load_state_dict(torch.load(path))  # suspected: loads to the GPU that saved the file in every process


def restore_on_one(net, path):
    if torch.distributed.is_initialized():
        saved = torch.load(path, map_location=torch.device("cuda", torch.distributed.get_rank()))
    else:
        saved = torch.load(path)  # the one process of a run without others
    net.load_state_dict(saved)


def train(path, rank):
    torch.distributed.init_process_group("nccl")
    net = DistributedDataParallel(nn.Linear(3, 3).cuda(rank), device_ids=[rank])
    for load in (restore, restore_beside, restore_the_other_way, restore_on_one):
        load(net.module, path)


train("net.pt", 0)
