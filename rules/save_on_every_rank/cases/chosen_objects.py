"""Objects that save in one process only, and one that saves in all."""

import sys

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


class Saver:
    def __init__(self, writes):
        self.writes = writes

    def save(self, model):
        if not self.writes:
            return
        torch.save(model.state_dict(), "last.pt")


class FileSaver:
    def keep(self, model):
        torch.save(model.state_dict(), "kept.pt")


class EverySaver:
    def __init__(self, writes):
        self.writes = writes

    def put(self, model):
        if self.writes:
            torch.save(model.state_dict(), "put.pt")  # finding: all ranks write to `"put.pt"`


def main(loader):
    dist.init_process_group("nccl")
    model = DistributedDataParallel(torch.nn.Linear(4, 1))
    saver = Saver(dist.get_rank() == 0)
    files = FileSaver() if dist.get_rank() == 0 else None
    every = EverySaver(True)
    for x in loader:
        model(x).mean().backward()
        saver.save(model)
        every.put(model)
        if files is not None:
            files.keep(model)
    while dist.get_rank() == 0:
        torch.save(model.state_dict(), "waited.pt")
        break
    match dist.get_rank():
        case 0:
            torch.save(model.state_dict(), "matched.pt")
    torch.save(model.state_dict(), "early.pt")  # finding: all ranks write to `"early.pt"`
    if dist.get_rank() != 0:
        sys.exit(0)
    torch.save(model.state_dict(), "late.pt")


if __name__ == "__main__":
    main([])
