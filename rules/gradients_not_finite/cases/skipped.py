"""Gradients that are not finite and that no step applies, and some that one does."""

import torch
from torch import nn


def skipped_by_hand():
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(6):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 4)).square().mean()
        if step == 0:
            loss = loss * float("inf")
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if torch.isfinite(norm):
            optimizer.step()


def mended_before_the_step():
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(6):
        optimizer.zero_grad()
        (model(torch.randn(8, 4)).square().mean() * (float("nan") if step == 0 else 1.0)).backward()
        for parameter in model.parameters():
            parameter.grad.nan_to_num_(nan=0.0)
        optimizer.step()


def scaled():
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=2.0**127)  # it overflows at first, and skips these steps
    for _ in range(6):
        optimizer.zero_grad()
        scaler.scale(model(torch.randn(8, 4) * 100).square().mean()).backward()
        scaler.step(optimizer)
        scaler.update()


def large_in_half_precision():
    weights = nn.Parameter(torch.ones(100_000, dtype=torch.float16))
    optimizer = torch.optim.SGD([weights], lr=1e-4)
    for _ in range(4):
        optimizer.zero_grad()
        (weights * 1000).float().sum().backward()  # finite, although their norm is no float16 any more
        optimizer.step()


def from_the_third_step_on():
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(6):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 4)).square().mean() / (0.0 if step >= 2 else 1.0)
        loss.backward()  # finding: at step 3
        optimizer.step()


skipped_by_hand()
mended_before_the_step()
scaled()
large_in_half_precision()
from_the_third_step_on()
