"""Trains first on the CPU, then on a GPU, and counts what it has asked the GPU's allocator for."""

import torch
from torch import nn

torch.manual_seed(0)
torch.set_num_threads(1)


def trained(device, steps):
    model = nn.Sequential(nn.Linear(256, 1024), nn.ReLU(), nn.Linear(1024, 1)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    kept = 0.0
    for _ in range(steps):
        rows = torch.ones(512, 256, device=device)
        optimizer.zero_grad()
        loss = model(rows).square().mean()
        loss.backward()
        optimizer.step()
        kept += model(rows).mean()  # confirmed: activations
    return kept.item()


def waited(device):
    rows = torch.ones(4096, 4096, device=device)
    total = 0.0
    for _ in range(12):
        product = rows
        for _ in range(20):
            product = product @ rows / 4096
        total += product.sum().item()  # confirmed(blocked_time): the host stands still
    return total


print(torch.cuda.is_initialized(), trained("cpu", 1), torch.cuda.is_initialized())
print(trained("cuda", 20), waited("cuda"))
stats = torch.cuda.memory_stats()
print([stats[name] for name in ("allocation.all.allocated", "allocated_bytes.all.peak", "allocated_bytes.all.current")])
print(torch.cuda.max_memory_allocated(), torch.cuda.get_rng_state().sum())
