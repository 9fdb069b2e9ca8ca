"""Trains while PyTorch warns of every wait of the host for the device, and tells how many there were."""

import json
import sys
import warnings

import torch
from torch import nn


def waits(device, steps):
    model = nn.Sequential(nn.Linear(256, 1024), nn.ReLU(), nn.Linear(1024, 1)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    rows, kept, total = torch.ones(512, 256, device=device), [], 0.0
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        torch.cuda.set_sync_debug_mode("warn")
        for _ in range(steps):
            optimizer.zero_grad()
            loss = model(rows).square().mean()
            loss.backward()
            optimizer.step()
            kept.append(loss)
            total += loss
        in_steps = sum("synchronizing" in str(warning.message) for warning in warned)
        total.item()
        with_one = sum("synchronizing" in str(warning.message) for warning in warned)
        torch.cuda.set_sync_debug_mode("default")
    return {"in steps": in_steps, "with one of its own": with_one}


if __name__ == "__main__":
    torch.manual_seed(0)
    print(json.dumps(waits(sys.argv[1], 40)))
