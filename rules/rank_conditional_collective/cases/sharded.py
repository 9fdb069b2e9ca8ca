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
