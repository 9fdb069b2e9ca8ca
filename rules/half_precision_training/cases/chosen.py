"""The dtype that a setting chooses: only a run shows which one it is."""

import torch
from torch import nn

torch.manual_seed(0)
BATCHES = torch.randn(4, 8, 16).unbind()


def trained(model):
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-6)
    for rows in BATCHES:
        optimizer.zero_grad()
        model(rows.to(model.weight.dtype)).square().mean().backward()
        optimizer.step()


class Settings:
    def __init__(self, fp16):
        self.fp16 = fp16


def in_half(settings):
    dtype = torch.float16 if settings.fp16 else torch.float32
    model = nn.Linear(16, 4)
    model.to(dtype)  # suspected: `model.to(dtype)` stores the parameters in float16, which rounds small updates away
    trained(model)


def in_single(settings):
    dtype = {True: torch.float16, False: torch.float32}[settings.fp16]
    model = nn.Linear(16, 4)
    model.to(dtype)  # suspected: stores the parameters in float16, which rounds small updates away  # refuted
    trained(model)


def with_one_dtype(settings):
    dtype = torch.float64 if settings.fp16 else torch.float32
    model = nn.Linear(16, 4)
    model.to(dtype)
    trained(model)


in_half(Settings(fp16=True))
in_single(Settings(fp16=False))
with_one_dtype(Settings(fp16=True))
