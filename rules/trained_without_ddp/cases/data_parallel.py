"""A program of several processes whose model knows nothing of them."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def main():
    dist.init_process_group("gloo")
    rows = TensorDataset(torch.rand(64, 4), torch.rand(64, 1))
    model = nn.DataParallel(nn.Linear(4, 1))  # suspected: shares no gradients between processes
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in DataLoader(rows, batch_size=8, sampler=DistributedSampler(rows)):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
    seen = torch.tensor(len(rows))
    dist.all_reduce(seen)
    print(seen)
    dist.destroy_process_group()


def evaluate(model, x):
    model = nn.DataParallel(model)  # has nothing to share
    with torch.no_grad():
        return model(x)


if __name__ == "__main__" and "RANK" in os.environ:
    main()
