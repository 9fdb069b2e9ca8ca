"""A training that tells monitors of all that they hear of; on several ranks with DistributedDataParallel."""

import os
import random
import sys

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.Dropout(0.1), nn.ReLU())
        self.head, self.scale = nn.Linear(16, 1), 1

    def forward(self, rows):
        return self.head(self.body(rows)) * self.scale


def main() -> None:
    torch.manual_seed(0)
    rank = int(os.environ.get("RANK", "0"))
    net = Net()
    compiled = torch.compile(net, backend="eager") if "compiled" in sys.argv else net
    if "RANK" in os.environ:
        dist.init_process_group("gloo")
        compiled = nn.parallel.DistributedDataParallel(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)
    rows = torch.randn(64, 8, generator=torch.Generator().manual_seed(rank))
    workers = int("RANK" not in os.environ)  # none beside the threads of a process group
    loader = DataLoader(TensorDataset(rows), batch_size=8, shuffle=True, num_workers=workers)
    net.head.weight.register_hook(lambda gradient: gradient / 2)
    for epoch in range(2):
        for (batch,) in loader:
            net.scale += "compiled" in sys.argv
            optimizer.zero_grad()
            loss = compiled(batch).square().mean()
            loss.backward()
            optimizer.step()
        say(rank, epoch, loss.item().hex())
    (extra,) = torch.autograd.grad(compiled(rows).sum(), [net.head.weight])
    say(rank, extra.sum().item().hex(), torch.rand(()).item().hex(), random.random() >= 0)
    optimizers = [optimizer.state_dict(), net.state_dict()]
    numbers = [number for part in optimizers for number in tensors(part)]
    say(rank, len(numbers), [number.sum().item().hex() for number in numbers])
    if "RANK" in os.environ:
        dist.destroy_process_group()
    torch.save(net.state_dict(), f"weights{rank}.pt")
    sys.exit(3)


def say(*parts):
    """Print a line at once, so that no other rank writes into it."""
    os.write(1, (" ".join(map(str, parts)) + "\n").encode())


def tensors(part):
    if isinstance(part, torch.Tensor):
        yield part.double()
    elif isinstance(part, dict):
        for value in part.values():
            yield from tensors(value)


if __name__ == "__main__":
    main()
