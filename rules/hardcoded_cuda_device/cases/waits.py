"""Clocks that are read after a wait for CUDA, whatever the device is."""

import time

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def timed(model, x):
    torch.cuda.synchronize()  # finding: `torch.cuda.synchronize()` fails where the program falls back to the CPU
    start = time.perf_counter()
    model(x.to(device))
    if device.type == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter() - start
