"""States of sharded models that a function is given, in a file that saves with a function of PyTorch's name."""

import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def save(model, rank, path):
    if rank == 0:
        weights = model.state_dict()  # finding: `state_dict` waits for all ranks
        torch.save(weights, path)


def save_plain(model, rank, path):
    if rank == 0:
        torch.save(model.state_dict(), path)


def main(rank):
    save(FSDP(nn.Linear(8, 8).to(rank)), rank, "model.pt")
    save_plain(nn.Linear(8, 8), rank, "other.pt")


class Trainer:
    def __init__(self, net, rank):
        self.is_main = rank == 0
        self.model = FSDP(net.to(rank))
        self.ema = nn.Linear(8, 8)

    def save(self, path):
        if self.is_main:
            torch.save(self.ema.state_dict(), path)
            weights = self.model.state_dict()  # finding: `state_dict` waits for all ranks
            torch.save(weights, path)


class SometimesSharded:
    def __init__(self, net, rank, several):
        self.is_main = rank == 0
        self.model = net
        if several:
            self.model = FSDP(net.to(rank))

    def save(self, path):
        if self.is_main:
            torch.save(self.model.state_dict(), path)
