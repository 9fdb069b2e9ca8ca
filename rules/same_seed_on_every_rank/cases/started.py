"""Processes that the file starts: they begin with the file's import, and not with what its main program has done."""

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torchvision import transforms
from torchvision.datasets import FakeData


def train(rank, world_size, seed):
    dist.init_process_group("gloo", rank=rank, world_size=world_size)
    torch.manual_seed(seed)  # finding: `torch.manual_seed(seed)` makes all ranks draw the same augmentations
    data = FakeData(transform=transforms.Compose([transforms.RandomHorizontalFlip(), transforms.ToTensor()]))
    model = DDP(nn.Linear(3 * 224 * 224, 10))
    for x, y in data:
        nn.functional.cross_entropy(model(x.flatten()), y).backward()


if __name__ == "__main__":
    torch.manual_seed(1)  # none of the processes that are started sees it
    mp.spawn(train, args=(2, 1234), nprocs=2)
