"""A scaler that is made in the function that shards the model."""

import torch
from torch.distributed.fsdp import FullyShardedDataParallel, ShardingStrategy


def sharded(model, loader):
    model = FullyShardedDataParallel(model)
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.cuda.amp.GradScaler()  # finding: use `ShardedGradScaler`
    for rows, targets in loader:
        with torch.autocast("cuda", dtype=torch.float16):
            loss = (model(rows) - targets).square().mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()


def turned_off(model, loader):
    scaler = torch.amp.GradScaler("cuda", enabled=False)
    return scaler.scale(model(next(iter(loader))).mean())


def perhaps(model, loader, half):
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda", enabled=half)  # suspected: looks for infinities in this rank's shards only
    scaler.scale(model(next(iter(loader))).mean()).backward()
    scaler.step(optimizer)
    scaler.update()


def by_strategy(model, loader, use_fsdp):
    scaler = None if use_fsdp else torch.amp.GradScaler("cuda")
    return scaler, model, loader, ShardingStrategy.FULL_SHARD
