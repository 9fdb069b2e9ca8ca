"""Copies batches from pinned memory, makes tensors on the CPU and on the device, and tells what has come of them."""

import json
import sys

import torch
from torch.utils.data import DataLoader, TensorDataset


def loaded(device, is_pinned):
    rows = TensorDataset(torch.arange(64 * 256, dtype=torch.float32).reshape(64, 256))
    pinned, sums = [], []
    for (batch,) in DataLoader(rows, batch_size=8, pin_memory=is_pinned):
        pinned.append(batch.is_pinned())
        sums.append(batch.to(device, non_blocking=True).square().sum())
    return pinned, [value.item().hex() for value in sums]


def made(device):
    sums = []
    for _ in range(4):
        moved = torch.ones(256, 256).to(device)
        there = torch.ones(256, 256, device=device).to(device)
        sums.append((moved + there).sum().item().hex())
    return sums


if __name__ == "__main__":
    device = sys.argv[1]
    torch.manual_seed(0)
    pinned, sums = loaded(device, is_pinned=torch.cuda.is_available())
    print(json.dumps({"pinned": pinned, "sums": sums, "made": made(device)}))
