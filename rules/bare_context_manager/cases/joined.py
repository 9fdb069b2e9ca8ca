"""Two context managers joined by `and`: `with` is given one of them."""

import contextlib

import torch
from accelerate import Accelerator
from torch import nn

model = nn.Linear(4, 2)


def encoded(x, trains):
    with torch.amp.autocast("cpu") and torch.set_grad_enabled(trains):  # finding: `torch.amp.autocast("cpu")` is never
        return model(x)


def measured(x):
    with torch.no_grad() and torch.amp.autocast("cpu", dtype=torch.bfloat16) as entered:  # finding: write a comma
        return model(x), entered


def either(x):
    with torch.inference_mode() or torch.no_grad():  # finding: `torch.no_grad()` is never entered: `or` passes only
        return model(x)


def both(x):
    with torch.no_grad(), torch.amp.autocast("cpu"):
        return model(x)


def on_request(x, is_fast):
    with is_fast and torch.amp.autocast("cpu") or contextlib.nullcontext():
        return model(x)


def given(x, context=None):
    with context or torch.no_grad():
        return model(x)


def chosen(x, is_fast):
    with torch.amp.autocast("cpu") if is_fast and torch.cuda.is_available() else contextlib.nullcontext():
        return model(x)


def of_a_library(rows, is_fast):
    accelerator = Accelerator()
    net = accelerator.prepare(model)
    for x in rows:
        with accelerator.accumulate(net) and torch.no_grad():  # finding: `accelerator.accumulate(net)` is never
            net(x)
        with accelerator.accumulate(net), torch.no_grad():
            net(x)
        with accelerator.is_main_process and torch.no_grad():
            net(x)
        with accelerator.unwrap_model(net) and torch.no_grad():
            net(x)
