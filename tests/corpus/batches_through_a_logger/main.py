"""Several processes train, and one of their two samplers is told which epoch it is."""

import torch
import torch.distributed as dist
from engine import evaluate, train_one_epoch
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def rows():
    return TensorDataset(torch.randn(64, 8), torch.randint(2, (64,)))


def main():
    dist.init_process_group("gloo")
    model = nn.parallel.DistributedDataParallel(nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    data, held_out = rows(), rows()
    told = DistributedSampler(data)
    stuck = DistributedSampler(data)  # finding: `stuck` shuffles in the same order every epoch
    first = DataLoader(data, batch_size=4, sampler=told, num_workers=2)
    second = DataLoader(data, batch_size=4, sampler=stuck, num_workers=2)
    tests = DataLoader(held_out, batch_size=4, num_workers=2)
    for epoch in range(9):
        told.set_epoch(epoch)
        train_one_epoch(model, first, optimizer)
        train_one_epoch(model, second, optimizer)
        evaluate(model, tests)


if __name__ == "__main__":
    main()
