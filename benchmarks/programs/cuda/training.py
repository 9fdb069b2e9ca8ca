"""Trains first on the CPU, then on a device, and tells its losses, its random state, and what the allocator was asked."""

import json
import sys

import torch
from torch import nn

ASKED = "allocation.all.allocated allocated_bytes.all.peak allocated_bytes.all.current reserved_bytes.all.peak"


def trained(device, steps):
    model = nn.Sequential(nn.Linear(256, 1024), nn.ReLU(), nn.Linear(1024, 1)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    kept, losses = 0.0, []
    for _ in range(steps):
        rows = torch.ones(512, 256, device=device)
        optimizer.zero_grad()
        loss = model(rows).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
        kept += model(rows).mean()
    return [loss.item().hex() for loss in [*losses, kept]]


def waited(device, size):
    rows = torch.ones(size, size, device=device)
    total = 0.0
    for _ in range(12):
        product = rows
        for _ in range(20):
            product = product @ rows / size
        total += product.sum().item()
    return total.hex()


if __name__ == "__main__":
    device, size = sys.argv[1], int(sys.argv[2])
    torch.manual_seed(0)
    torch.set_num_threads(1)
    said = {"set up": [torch.cuda.is_initialized()], "on the CPU": trained("cpu", 1)}
    said["set up"].append(torch.cuda.is_initialized())
    said.update({"losses": trained(device, 20), "waited": waited(device, size)})
    stats = torch.cuda.memory_stats()
    said["allocator"] = {name: stats[name] for name in ASKED.split()}
    said["peak"] = torch.cuda.max_memory_allocated()
    said["random state"] = int(torch.cuda.get_rng_state().long().sum())
    print(json.dumps(said))
