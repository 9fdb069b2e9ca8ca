"""Batches in pinned memory, for whoever gives a device."""

import torch


def batches(rows, size, device="cuda"):
    pinned = device == "cuda"  # finding: is always False
    staged = torch.empty(size, pin_memory=pinned)
    for row in rows:
        yield staged.copy_(row).to(device)
