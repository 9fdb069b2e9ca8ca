"""Two processes train one model, and the first of them evaluates it."""

import datetime
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def evaluate(model, inputs, targets):
    with torch.no_grad():
        error = (model(inputs) - targets).square().mean()
    dist.all_reduce(error)
    return error.item() / dist.get_world_size()


def work(rank, world_size, store):
    dist.init_process_group(
        "gloo",
        init_method=f"file://{store}",
        rank=rank,
        world_size=world_size,
        timeout=datetime.timedelta(seconds=5),
    )
    torch.manual_seed(rank)
    inputs = torch.randn(32, 4)
    targets = inputs.sum(1, keepdim=True)
    model = DistributedDataParallel(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(5):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(inputs), targets).backward()
        optimizer.step()
    error = evaluate(model.module, inputs, targets)
    if rank == 0:
        print(f"error: {error:.3f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(work, args=(2, f"{folder}/store"), nprocs=2)
