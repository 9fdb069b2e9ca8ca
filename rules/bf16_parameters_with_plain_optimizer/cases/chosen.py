"""The dtype in a variable: what it is for the GPU counts, and what a setting may choose is suspected."""

import torch
from torch import nn


def by_the_device(batches, on_cpu):
    dtype = torch.bfloat16 if torch.cuda.is_available() and not on_cpu else torch.float32
    net = nn.Linear(4, 2)
    net.to(dtype).to("cuda")  # suspected: stores the parameters in bfloat16, which rounds small AdamW updates away
    optimizer = torch.optim.AdamW(net.parameters())
    for x, y in batches:
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()


def by_name(batches):
    dtype = torch.bfloat16
    net = nn.Linear(4, 2).to(dtype=dtype)  # finding: stores the parameters in bfloat16
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5)
    for x, y in batches:
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()


def by_a_setting(batches, saves_memory):
    dtype = torch.bfloat16 if saves_memory else torch.float32
    net = nn.Linear(4, 2).to(dtype)  # suspected: stores the parameters in bfloat16
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5)
    for x, y in batches:
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()


def always_single(batches):
    dtype = torch.float32
    net = nn.Linear(4, 2).to(dtype)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5)
    for x, y in batches:
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()


def by_what_the_gpu_can(batches):
    dtype = torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float32
    net = nn.Linear(4, 2).to(dtype)  # finding: stores the parameters in bfloat16, which rounds small AdamW updates away
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5)
    for x, y in batches:
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()


def by_what_the_gpu_can_or_half(batches):
    dtype = torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16
    net = nn.Linear(4, 2).to(dtype)  # suspected: stores the parameters in bfloat16
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5)
    for x, y in batches:
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
