"""Steps that are lost, and steps that are small, late, kept elsewhere or not meant to be made."""

import torch
from torch import nn


def net(dtype=torch.float32):
    return nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1)).to(dtype)


def train(model, optimizer, steps=16, scheduler=None):
    rows = torch.randn(32, 8, dtype=model[0].weight.dtype)
    for _ in range(steps):
        optimizer.zero_grad()
        (model(rows) - rows.sum(1, keepdim=True)).square().mean().backward()
        optimizer.step()
        if scheduler is not None:
            scheduler.step()


def in_half_precision():
    model = net(torch.bfloat16)
    train(model, torch.optim.SGD(model.parameters(), lr=1e-2))  # steps as large as the gradients
    model = net(torch.float16)
    train(model, torch.optim.Adam(model.parameters(), lr=1e-3, eps=1e-4))
    model = net(torch.float16)
    train(model, torch.optim.Adam(model.parameters(), lr=1e-6, eps=1e-4))  # finding: are rounded away in float16
    model = net(torch.bfloat16)
    train(model, torch.optim.SGD(model.parameters(), lr=1e-5, momentum=0.9))  # finding: are rounded away in bfloat16


def in_float32():
    model = net()
    train(model, torch.optim.SGD(model.parameters(), lr=1e-3))
    model = net()
    train(model, torch.optim.SGD(model.parameters(), lr=1e-9))  # finding: in float32; use a larger learning rate


def of_warm_ups_and_decays():
    model = net(torch.bfloat16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    warm_up = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: step / 1000)
    train(model, optimizer, scheduler=warm_up)
    model = net(torch.bfloat16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    train(model, optimizer, scheduler=torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.5))


def of_a_frozen_group():
    model = net(torch.bfloat16)
    groups = [{"params": model[0].parameters(), "lr": 0.0}, {"params": model[2].parameters(), "lr": 1e-2}]
    train(model, torch.optim.SGD(groups))


class Compensated(torch.optim.SGD):
    """Keeps what a bfloat16 number can't hold until it can."""

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for parameter in group["params"]:
                kept = self.state[parameter].setdefault("kept", parameter.float())
                parameter.copy_(kept.sub_(group["lr"] * parameter.grad.float()))


def with_an_optimizer_that_keeps_the_rest():
    model = net(torch.bfloat16)
    train(model, Compensated(model.parameters(), lr=1e-5))


def of_float32_copies():
    model = net(torch.bfloat16)
    copies = [nn.Parameter(parameter.detach().float()) for parameter in model.parameters()]
    optimizer = torch.optim.AdamW(copies, lr=1e-5)
    rows = torch.randn(32, 8, dtype=torch.bfloat16)
    for _ in range(16):
        model.zero_grad()
        model(rows).square().mean().backward()
        for copy, parameter in zip(copies, model.parameters()):
            copy.grad = parameter.grad.float()
        optimizer.step()
        with torch.no_grad():
            for copy, parameter in zip(copies, model.parameters()):
                parameter.copy_(copy)


def briefly():
    model = net(torch.bfloat16)
    train(model, torch.optim.AdamW(model.parameters(), lr=1e-6), steps=3)


in_half_precision()
in_float32()
of_warm_ups_and_decays()
of_a_frozen_group()
with_an_optimizer_that_keeps_the_rest()
of_float32_copies()
briefly()
