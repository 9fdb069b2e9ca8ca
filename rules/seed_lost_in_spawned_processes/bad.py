"""Two spawned processes that draw other numbers in each run, although their parent is seeded."""

import os
import sys

import torch
import torch.multiprocessing as mp
from torch import nn


def train(rank):
    x = torch.randn(64, 4)
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(20):
        loss = nn.functional.mse_loss(model(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    sys.stdout.write(f"rank {rank}: loss {loss.item():.6f}\n")


def main():
    torch.manual_seed(0)  # finding: `torch.manual_seed(0)` does not reach
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    mp.spawn(train, nprocs=2)


if __name__ == "__main__":
    main()
