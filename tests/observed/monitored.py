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
    loader = DataLoader(TensorDataset(rows), batch_size=8, shuffle=True, num_workers="workers" in sys.argv)
    for epoch in range(2):
        for (batch,) in loader:
            net.scale += "compiled" in sys.argv
            optimizer.zero_grad()
            loss = compiled(batch).square().mean()
            loss.backward()
            optimizer.step()
        print(rank, epoch, loss.item().hex(), flush=True)
    (extra,) = torch.autograd.grad(compiled(rows).sum(), [net.head.weight])
    print(rank, extra.sum().item().hex(), torch.rand(()).item().hex(), random.random() >= 0, flush=True)
    optimizers = [optimizer.state_dict(), net.state_dict()]
    numbers = [number for part in optimizers for number in tensors(part)]
    print(rank, len(numbers), [number.sum().item().hex() for number in numbers], flush=True)
    if "RANK" in os.environ:
        dist.destroy_process_group()
    torch.save(net.state_dict(), f"weights{rank}.pt")
    sys.exit(3)


def tensors(part):
    if isinstance(part, torch.Tensor):
        yield part.double()
    elif isinstance(part, dict):
        for value in part.values():
            yield from tensors(value)


if __name__ == "__main__":
    main()
