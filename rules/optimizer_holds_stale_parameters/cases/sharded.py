"""Sharding makes new parameters, of which an optimizer that was made before has none."""

import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import fully_shard


def fit(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def wrapped_late(loader):
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.AdamW(model.parameters())
    model = FSDP(model)  # finding: `FSDP(model)` makes new parameters, but `optimizer.step()` still updates the old
    fit(model, optimizer, loader)


def sharded_late(loader):
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.AdamW(model.parameters())
    fully_shard(model)  # finding: `fully_shard(model)` makes new parameters
    fit(model, optimizer, loader)


def in_time(loader):
    model = FSDP(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)))
    optimizer = torch.optim.AdamW(model.parameters())
    fit(model, optimizer, loader)


def sharded_in_time(loader):
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    for layer in model:
        fully_shard(layer)
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters())
    fit(model, optimizer, loader)


def with_those_it_has(loader, **options):
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.AdamW(model.parameters())
    fit(FSDP(model, use_orig_params=True), optimizer, loader)
    fit(FSDP(model, **options), optimizer, loader)
