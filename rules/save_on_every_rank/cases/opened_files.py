"""Files that are opened before they are saved to: one for each process, or one for all."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def main(folder):
    dist.init_process_group("gloo")
    model = DDP(nn.Linear(3, 1))
    model(torch.rand(8, 3)).sum().backward()
    outputs = model(torch.rand(8, 3)).detach()
    with open(os.path.join(folder, f"outputs-{dist.get_rank()}.pt"), "wb") as file:
        torch.save(outputs, file)
    own = os.path.join(folder, f"more-{dist.get_rank()}.pt")
    with open(own, "wb") as file:
        torch.save(outputs, file)
    with open(os.path.join(folder, "outputs.pt"), "wb") as file:
        torch.save(outputs, file)  # finding: all ranks write to `file` at the same time


if __name__ == "__main__":
    main("results")
