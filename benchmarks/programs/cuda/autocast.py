"""Trains under autocast, in float16 with a GradScaler and in bfloat16 without, and tells losses, types and the scale."""

import json
import sys

import torch
from torch import nn


def model_of(device):
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(256, 512), nn.ReLU(), nn.Linear(512, 10)).to(device)


def scaled(device, steps):
    model = model_of(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    scaler = torch.amp.GradScaler(device, init_scale=1024.0)
    rows, losses, types = torch.ones(64, 256, device=device), [], set()
    for _ in range(steps):
        optimizer.zero_grad()
        with torch.autocast(device, dtype=torch.float16):
            outputs = model(rows)
            loss = outputs.float().square().mean()
        types.add(str(outputs.dtype))
        scaler.scale(loss).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.detach())
    return losses, sorted(types), scaler.get_scale()


def unscaled(device, steps):
    model = model_of(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    right = torch.amp.GradScaler(device, init_scale=1024.0)
    rows, losses = torch.ones(64, 256, device=device), []
    for _ in range(steps):
        optimizer.zero_grad()
        with torch.autocast(device, dtype=torch.float16):
            loss = model(rows).float().square().mean()
        right.scale(loss).backward()
        right.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        right.step(optimizer)
        right.update()
        losses.append(loss.detach())
    return losses, right.get_scale()


def short(device, steps):
    model = model_of(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    rows, losses, kept = torch.ones(64, 256, device=device), [], 0.0
    for _ in range(steps):
        optimizer.zero_grad()
        with torch.autocast(device, dtype=torch.bfloat16):
            loss = model(rows).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
        with torch.autocast(device, dtype=torch.bfloat16):
            kept += model(rows).mean()
    return [*losses, kept]


if __name__ == "__main__":
    device = sys.argv[1]
    losses, types, scale = scaled(device, 12)
    right, right_scale = unscaled(device, 12)
    told = [loss.item().hex() for loss in [*losses, *right, *short(device, 12)]]
    print(json.dumps({"losses": told, "types": types, "scales": [scale, right_scale]}))
