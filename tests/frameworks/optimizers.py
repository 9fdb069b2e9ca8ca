"""Optimizers of other libraries are optimizers, over what they are given; which of two it is, a setting may decide."""

import bitsandbytes as bnb
import torch
from bitsandbytes.optim import GlobalOptimManager, PagedAdamW32bit
from deepspeed.ops.adam import DeepSpeedCPUAdam
from lion_pytorch import Lion
from prodigyopt import Prodigy
from torch import nn
from transformers import Adafactor

model = nn.Linear(8, 2)
reveal(bnb.optim.AdamW8bit(model.parameters(), lr=1e-4))  # optimizer, bitsandbytes.optim.AdamW8bit
reveal(PagedAdamW32bit(params=model.parameters()))  # optimizer, bitsandbytes.optim.PagedAdamW32bit
reveal(GlobalOptimManager.get_instance())  # unknown
reveal(DeepSpeedCPUAdam(model.parameters()))  # optimizer, deepspeed.ops.adam.DeepSpeedCPUAdam
reveal(Lion(model.parameters(), lr=1e-4))  # optimizer, lion_pytorch.Lion
reveal(Prodigy(model.parameters()))  # optimizer, prodigyopt.Prodigy
reveal(Adafactor(model.parameters()))  # optimizer, transformers.Adafactor


def train(loader, use_8bit):
    net = nn.Linear(8, 2)
    if use_8bit:
        optimizer_cls = bnb.optim.AdamW8bit
    else:
        optimizer_cls = torch.optim.AdamW
    optimizer = optimizer_cls(net.parameters(), lr=1e-4)
    reveal(optimizer)  # optimizer
    for x, y in loader:
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()  # finding: applies the gradients of all earlier steps again


train(torch.utils.data.DataLoader([], batch_size=4, shuffle=True), use_8bit=len([]) > 0)
