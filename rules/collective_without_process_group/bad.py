"""One model, trained by `torchrun --nproc-per-node 2 bad.py`, or by one process: `python bad.py`."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def set_up() -> bool:
    """Make a process group if torchrun has started this; otherwise there is only this process."""
    if "RANK" not in os.environ:
        print("Not using distributed mode")
        return False
    dist.init_process_group("gloo")
    return True


def train(epochs: int) -> None:
    distributed = set_up()
    torch.manual_seed(0)
    inputs = torch.randn(32, 4)
    targets = inputs.sum(1, keepdim=True)
    model: nn.Module = nn.Linear(4, 1)
    if distributed:
        model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
        print(f"epoch {epoch}: {loss.item():.3f}")
        dist.barrier()  # finding: `dist.barrier()` raises in runs where `set_up` creates no process group


if __name__ == "__main__":
    try:
        train(epochs=3)
    except ValueError as error:
        print(f"stopped after the first epoch: {error}")
