"""Ranks that draw alike, each for itself, or alike on purpose."""

import os
import subprocess
import sys
import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader


def train(model, rows_of, steps=20):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.zero_grad()
        rows = rows_of(step)
        (model(rows) - rows).square().mean().backward()
        optimizer.step()


def of_one_model_on_all_ranks(rank):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1))  # has to drop the same on each rank: they share its work
    train(model, lambda step: torch.ones(8, 4))


def that_draw_nothing(rank):
    torch.manual_seed(1)
    model = DistributedDataParallel(nn.Linear(4, 4))
    train(model, lambda step: torch.full((8, 4), rank + 1.0))


def that_shuffle_alike(rank):
    torch.manual_seed(2)
    model = DistributedDataParallel(nn.Linear(4, 4))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(10):
        for rows in DataLoader(torch.ones(16, 4), batch_size=8, shuffle=True):  # draws when a pass begins
            optimizer.zero_grad()
            (model(rows) - rows).square().mean().backward()
            optimizer.step()


def with_a_generator_of_their_own(rank):
    torch.manual_seed(3)
    model = DistributedDataParallel(nn.Linear(4, 4))
    order = torch.Generator().manual_seed(3)
    train(model, lambda step: torch.ones(16, 4)[torch.randperm(16, generator=order)[rank::2]])


def seeded_once_the_model_is_made(rank):
    torch.manual_seed(4)
    model = DistributedDataParallel(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)))
    torch.manual_seed(4 + rank)
    train(model, lambda step: torch.ones(8, 4))


def with_one_dropout(rank):
    torch.manual_seed(5)  # finding: 2 ranks draw the same random numbers
    model = DistributedDataParallel(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)))
    train(model, lambda step: torch.full((8, 4), rank + 1.0))


def briefly(rank):
    torch.manual_seed(6)
    model = DistributedDataParallel(nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1)))
    train(model, lambda step: torch.ones(8, 4), steps=3)


def run(rank, processes, store):
    dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=processes)
    of_one_model_on_all_ranks(rank)
    that_draw_nothing(rank)
    that_shuffle_alike(rank)
    with_a_generator_of_their_own(rank)
    seeded_once_the_model_is_made(rank)
    with_one_dropout(rank)
    briefly(rank)
    dist.destroy_process_group()


def main():
    if "RANK" in os.environ:
        run(int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"]), os.environ["STORE"])
        return
    with tempfile.TemporaryDirectory() as folder:
        shared = {**os.environ, "WORLD_SIZE": "2", "STORE": os.path.join(folder, "store")}
        command = [sys.executable, __file__]
        ranks = [subprocess.Popen(command, env={**shared, "RANK": str(rank)}) for rank in range(2)]
        if any([rank.wait() for rank in ranks]):
            sys.exit("a rank has failed")


if __name__ == "__main__":
    main()
